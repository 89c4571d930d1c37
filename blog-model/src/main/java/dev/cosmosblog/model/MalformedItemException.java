package dev.cosmosblog.model;

/**
 * A stored item that can't be read as what its type says: a property that it needs is missing or no
 * sense can be made of it.
 */
public final class MalformedItemException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final String itemId;

  /**
   * For one item.
   *
   * @param itemId the item's id, or an empty text where it has none
   * @param problem the property and what is wrong with it
   */
  public MalformedItemException(String itemId, String problem) {
    super(
        "The stored item '" + itemId + "' can't be read: " + problem + " Mend or delete the item.");
    this.itemId = itemId;
  }

  /**
   * The item's id.
   *
   * @return the id, or an empty text where it has none
   */
  public String itemId() {
    return itemId;
  }
}
