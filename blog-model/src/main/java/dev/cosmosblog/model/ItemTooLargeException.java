package dev.cosmosblog.model;

/** An item would exceed Cosmos DB's limit of 2 MB. */
public final class ItemTooLargeException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final long bytes;
  private final long bound;

  /**
   * @param what the kind of item, for instance {@code "post"}
   * @param bytes the size of the item's texts as JSON in UTF-8, in bytes
   * @param bound the largest allowed size, in bytes
   */
  public ItemTooLargeException(String what, long bytes, long bound) {
    super(
        what,
        "The %s takes %,d bytes as JSON; at most %,d are allowed".formatted(what, bytes, bound)
            + " (2 MB less the other properties of the item)."
            + " Shorten it, or keep the text elsewhere and store a link.");
    this.bytes = bytes;
    this.bound = bound;
  }

  /** {@return the size of the item's texts as JSON in UTF-8, in bytes} */
  public long bytes() {
    return bytes;
  }

  /** {@return the largest allowed size, in bytes} */
  public long bound() {
    return bound;
  }
}
