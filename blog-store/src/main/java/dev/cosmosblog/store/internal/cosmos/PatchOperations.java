package dev.cosmosblog.store.internal.cosmos;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations of a patch, in order. The service takes at most 10. */
public final class PatchOperations {
  private final List<Operation> operations = new ArrayList<>();

  private PatchOperations() {}

  /** The kind of an operation. */
  public enum Kind {
    /** Writes the value, whether or not the path exists. */
    SET,
    /** Adds the value, a whole number; a missing path counts as zero. */
    INCREMENT,
    /** Removes the path, which must exist. */
    REMOVE
  }

  /**
   * One operation.
   *
   * @param value the value to set, or the {@link Long} to add; null for {@link Kind#REMOVE}
   */
  public record Operation(Kind kind, String path, @Nullable Object value) {}

  /** Returns a patch without operations. */
  public static PatchOperations create() {
    return new PatchOperations();
  }

  /** Adds an operation that writes a value. */
  public PatchOperations set(String path, Object value) {
    return add(Kind.SET, path, value);
  }

  /** Adds an operation that adds to a number. */
  public PatchOperations increment(String path, long by) {
    return add(Kind.INCREMENT, path, by);
  }

  /** Adds an operation that removes a path. */
  public PatchOperations remove(String path) {
    return add(Kind.REMOVE, path, null);
  }

  private PatchOperations add(Kind kind, String path, @Nullable Object value) {
    operations.add(new Operation(kind, path, value));
    return this;
  }

  /** Returns the operations in order. */
  public List<Operation> all() {
    return List.copyOf(operations);
  }
}
