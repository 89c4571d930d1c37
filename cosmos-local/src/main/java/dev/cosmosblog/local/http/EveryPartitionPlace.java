package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.EngineException;
import dev.cosmosblog.local.engine.PartitionInfo;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where to go on when all partitions are asked one after the other: by the key at which a partition
 * begins, which outlives its split, and what the partition itself gave.
 */
record EveryPartitionPlace(String min, @Nullable String continuation) {
  private static final String END = "FF";
  private static final char SEPARATOR = '~';

  static EveryPartitionPlace of(Optional<String> text) {
    if (text.isEmpty()) {
      return new EveryPartitionPlace("", null);
    }
    int separator = text.get().indexOf(SEPARATOR);
    if (separator < 0) {
      throw EngineException.badRequest("The continuation token is malformed.");
    }
    String rest = text.get().substring(separator + 1);
    return new EveryPartitionPlace(
        text.get().substring(0, separator), rest.isEmpty() ? null : rest);
  }

  PartitionInfo in(List<PartitionInfo> partitions) {
    return partitions.stream()
        .filter(partition -> min.compareTo(partition.range().max()) < 0)
        .findFirst()
        .orElseThrow(() -> EngineException.badRequest("The continuation token is malformed."));
  }

  Optional<EveryPartitionPlace> after(@Nullable String next, PartitionInfo partition) {
    if (next != null) {
      return Optional.of(new EveryPartitionPlace(min, next));
    }
    String max = partition.range().max();
    return max.equals(END) ? Optional.empty() : Optional.of(new EveryPartitionPlace(max, null));
  }

  String text() {
    return min + SEPARATOR + (continuation == null ? "" : continuation);
  }
}
