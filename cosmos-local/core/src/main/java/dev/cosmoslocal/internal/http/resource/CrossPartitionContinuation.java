package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The continuation of a request over all partitions, one after the other: the key at which a
 * partition begins, which outlives its split, and that partition's own continuation.
 */
record CrossPartitionContinuation(String min, @Nullable String continuation) {
  private static final String END = "FF";
  private static final char SEPARATOR = '~';

  static CrossPartitionContinuation of(Optional<String> text) {
    if (text.isEmpty()) {
      return new CrossPartitionContinuation("", null);
    }
    int separator = text.get().indexOf(SEPARATOR);
    if (separator < 0) {
      throw EngineException.badRequest("The continuation token is malformed.");
    }
    String rest = text.get().substring(separator + 1);
    return new CrossPartitionContinuation(
        text.get().substring(0, separator), rest.isEmpty() ? null : rest);
  }

  PartitionInfo in(List<PartitionInfo> partitions) {
    return partitions.stream()
        .filter(partition -> min.compareTo(partition.range().max()) < 0)
        .findFirst()
        .orElseThrow(() -> EngineException.badRequest("The continuation token is malformed."));
  }

  Optional<CrossPartitionContinuation> after(@Nullable String next, PartitionInfo partition) {
    if (next != null) {
      return Optional.of(new CrossPartitionContinuation(min, next));
    }
    String max = partition.range().max();
    return max.equals(END)
        ? Optional.empty()
        : Optional.of(new CrossPartitionContinuation(max, null));
  }

  String text() {
    return min + SEPARATOR + (continuation == null ? "" : continuation);
  }
}
