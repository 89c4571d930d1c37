package dev.cosmosblog.model;

/** An item that would be over Cosmos DB's bound of 2 MB. */
public final class ItemTooLargeException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final long bytes;
  private final long bound;

  /**
   * For one item.
   *
   * @param what the item, for instance {@code "post"}
   * @param bytes its size as JSON in UTF-8, in bytes
   * @param bound the size that is allowed, in bytes
   */
  public ItemTooLargeException(String what, long bytes, long bound) {
    super(
        "The %s takes %,d bytes as JSON; an item may take %,d (2 MB less what is stored beside the text). Shorten it, or keep the text elsewhere and store a link."
            .formatted(what, bytes, bound));
    this.bytes = bytes;
    this.bound = bound;
  }

  /**
   * The item's size.
   *
   * @return bytes of its JSON in UTF-8
   */
  public long bytes() {
    return bytes;
  }

  /**
   * The size that is allowed.
   *
   * @return bytes
   */
  public long bound() {
    return bound;
  }
}
