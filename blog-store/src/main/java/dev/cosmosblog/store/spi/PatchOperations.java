package dev.cosmosblog.store.spi;

import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations of a patch, in order. The service takes at most 10. */
public record PatchOperations(List<Operation> all) {
  /** The service's limit. */
  public static final int MAX = 10;

  public enum Kind {
    /** Sets the value, even if the path doesn't exist. */
    SET,
    /** Adds an integer; a missing path counts as zero. */
    INCREMENT,
    /** Removes the path, which must exist. */
    REMOVE
  }

  /** One operation; its value is a {@link Long} to add, and null for {@link Kind#REMOVE}. */
  public record Operation(Kind kind, String path, @Nullable Object value) {}

  public static PatchOperations create() {
    return new PatchOperations(new ArrayList<>());
  }

  public PatchOperations set(String path, Object value) {
    return add(Kind.SET, path, value);
  }

  public PatchOperations increment(String path, long by) {
    return add(Kind.INCREMENT, path, by);
  }

  public PatchOperations remove(String path) {
    return add(Kind.REMOVE, path, null);
  }

  /** Sets the author's name in an item. */
  public PatchOperations setAuthor(VersionedName name) {
    return set(PropertyPaths.AUTHOR_NAME, name.username())
        .set(PropertyPaths.AUTHOR_VERSION, name.version());
  }

  private PatchOperations add(Kind kind, String path, @Nullable Object value) {
    all.add(new Operation(kind, path, value));
    return this;
  }
}
