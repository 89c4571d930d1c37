package dev.cosmoslocal.internal.engine.version;

import dev.cosmoslocal.internal.engine.item.Item;
import java.util.Optional;

/**
 * A change of one item.
 *
 * @param type the kind of change
 * @param current the item after the change, empty for a delete
 * @param previous the item before the change, empty for a create
 * @param seconds when, in seconds of the epoch
 */
public record ItemVersion(
    ChangeType type, Optional<Item> current, Optional<Item> previous, long lsn, long seconds) {
  /** The kinds of changes. */
  public enum ChangeType {
    /** A write where there was no item. */
    CREATE("create"),
    /** A replace or a patch. */
    REPLACE("replace"),
    /** A delete by a client. */
    DELETE("delete"),
    /** The end of an item's time to live. */
    EXPIRY("delete");

    private final String operation;

    ChangeType(String operation) {
      this.operation = operation;
    }

    /** The name in the change feed: create, replace or delete. */
    public String operation() {
      return operation;
    }
  }

  public static ItemVersion written(Optional<Item> previous, Item current) {
    ChangeType type = previous.isPresent() ? ChangeType.REPLACE : ChangeType.CREATE;
    return new ItemVersion(type, Optional.of(current), previous, current.lsn(), current.seconds());
  }

  public static ItemVersion gone(ChangeType type, Item previous, long lsn, long seconds) {
    return new ItemVersion(type, Optional.empty(), Optional.of(previous), lsn, seconds);
  }

  /** The item by which the change is located: the current one, or for a delete the previous one. */
  public Item item() {
    return current.or(() -> previous).orElseThrow();
  }

  public int bytes() {
    return current.map(Item::bytes).orElse(0)
        + (type == ChangeType.REPLACE ? 0 : previous.map(Item::bytes).orElse(0));
  }
}
