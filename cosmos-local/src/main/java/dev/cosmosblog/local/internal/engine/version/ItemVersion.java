package dev.cosmosblog.local.internal.engine.version;

import dev.cosmosblog.local.internal.engine.item.Item;
import java.util.Optional;

/**
 * One change of one item.
 *
 * @param type what was done
 * @param current the item after it, empty for a delete
 * @param previous the item before it, empty for a create
 * @param lsn the number of the transaction
 * @param seconds when, in seconds of the epoch
 */
public record ItemVersion(
    Type type, Optional<Item> current, Optional<Item> previous, long lsn, long seconds) {
  /** What was done to an item. */
  public enum Type {
    /** It was written where there was none. */
    CREATE("create"),
    /** It was replaced, in whole or in part. */
    REPLACE("replace"),
    /** Somebody deleted it. */
    DELETE("delete"),
    /** It had a time to live, which was over. */
    EXPIRY("delete");

    private final String operation;

    Type(String operation) {
      this.operation = operation;
    }

    /**
     * What the change feed calls it.
     *
     * @return create, replace or delete
     */
    public String operation() {
      return operation;
    }
  }

  public static ItemVersion written(Optional<Item> previous, Item current) {
    Type type = previous.isPresent() ? Type.REPLACE : Type.CREATE;
    return new ItemVersion(type, Optional.of(current), previous, current.lsn(), current.seconds());
  }

  public static ItemVersion gone(Type type, Item previous, long lsn, long seconds) {
    return new ItemVersion(type, Optional.empty(), Optional.of(previous), lsn, seconds);
  }

  /**
   * The item, as far as its key goes.
   *
   * @return the current one, or for a delete the previous one
   */
  public Item item() {
    return current.or(() -> previous).orElseThrow();
  }

  public int bytes() {
    return current.map(Item::bytes).orElse(0)
        + (type == Type.REPLACE ? 0 : previous.map(Item::bytes).orElse(0));
  }
}
