package dev.cosmosblog.testing;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mockito.Mockito;
import org.mockito.plugins.MemberAccessor;

/** A patch of top-level properties, which the SDK writes but doesn't let anyone read. */
record SdkPatch(List<Operation> operations) {
  // Reads private members of other modules, too.
  private static final MemberAccessor MEMBERS =
      Mockito.framework().getPlugins().getDefaultPlugin(MemberAccessor.class);

  /** An operation; its value is null for a removal. */
  record Operation(String kind, String property, @Nullable Object value) {}

  static SdkPatch of(CosmosPatchOperations patch) {
    List<Operation> operations = new ArrayList<>();
    try {
      Object all =
          MEMBERS.get(CosmosPatchOperations.class.getDeclaredField("patchOperations"), patch);
      for (Object operation : (List<?>) all) {
        String kind = ((Enum<?>) get(operation, "getOperationType")).name();
        String path = get(operation, "getPath").toString();
        operations.add(new Operation(kind, path.substring(1), value(operation, "getResource")));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "MockedBlog can't read the patches of this version of azure-cosmos. Use the version that"
              + " blog-store depends on.",
          e);
    }
    return new SdkPatch(List.copyOf(operations));
  }

  private static Object get(Object operation, String getter) throws ReflectiveOperationException {
    return Objects.requireNonNull(value(operation, getter));
  }

  private static @Nullable Object value(Object operation, String getter)
      throws ReflectiveOperationException {
    return MEMBERS.invoke(operation.getClass().getMethod(getter), operation);
  }

  boolean sets(String property) {
    return operations.stream().anyMatch(operation -> operation.property.equals(property));
  }

  /** Returns a changed copy of an item. */
  ObjectNode appliedTo(ObjectNode item) {
    ObjectNode changed = item.deepCopy();
    for (Operation operation : operations) {
      switch (operation.kind) {
        case "REMOVE" -> changed.remove(operation.property);
        case "INCREMENT" ->
            changed.put(
                operation.property,
                changed.path(operation.property).asLong() + number(operation.value));
        default -> changed.set(operation.property, StubbedItems.json(operation.value));
      }
    }
    return changed;
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number by ? by.longValue() : 0;
  }
}
