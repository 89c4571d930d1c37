package dev.cosmosblog.model;

/** A stored item lacks a property that its type requires, or the property is invalid. */
public final class MalformedItemException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final String itemId;

  /**
   * @param itemId the item's id, or an empty string if it has none
   * @param problem the property and what is wrong with it
   */
  public MalformedItemException(String itemId, String problem) {
    super(
        "The stored item '%s' cannot be read: %s Repair or delete the item."
            .formatted(itemId, problem));
    this.itemId = itemId;
  }

  /** {@return the item's id, or an empty string if it has none} */
  public String itemId() {
    return itemId;
  }
}
