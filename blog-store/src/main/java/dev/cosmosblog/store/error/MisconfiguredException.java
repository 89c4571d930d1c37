package dev.cosmosblog.store.error;

/**
 * The client can't work as it is configured: its endpoint, credential or consistency, or the
 * account's roles, databases or containers. The message names the endpoint, if it is known, and the
 * remedy. A retry doesn't help, and nothing was written.
 */
public sealed class MisconfiguredException extends StoreException
    permits AccessDeniedException, SchemaMissingException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the cause and the remedy
   * @param failure what is known of the failed request
   */
  public MisconfiguredException(String message, Failure failure) {
    super(message, failure);
  }
}
