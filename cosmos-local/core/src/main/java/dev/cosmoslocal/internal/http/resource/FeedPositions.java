package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.engine.changefeed.ChangeStart;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a change feed in several physical partitions: an LSN by the id of each, in the
 * order in which the partitions are read. The partitions that came from one by a split continue at
 * its position.
 */
record FeedPositions(Map<String, Long> reached) {
  /** The name of the position of all partitions without a separate one. */
  private static final String ALL = "";

  static FeedPositions of(String tag) {
    String text = tag.replace("\"", "");
    Map<String, Long> reached = new LinkedHashMap<>();
    if (text.equals("*")) {
      reached.put(ALL, ChangeStart.NOW);
    } else if (!text.isEmpty()) {
      for (String position : text.split(",")) {
        int colon = position.indexOf(':');
        reached.put(colon < 0 ? ALL : position.substring(0, colon), lsn(position, colon + 1, tag));
      }
    }
    return new FeedPositions(reached);
  }

  private static long lsn(String position, int from, String tag) {
    try {
      return Long.parseLong(position.substring(from));
    } catch (NumberFormatException e) {
      throw EngineException.badRequest(
          "The continuation " + tag + " of the change feed is malformed.");
    }
  }

  /** The LSN after which to read; all changes of a partition that has no position. */
  long in(PartitionInfo partition) {
    Long own = reached.get(partition.id());
    List<String> parents = partition.parents();
    for (int i = parents.size() - 1; own == null && i >= 0; i--) {
      own = reached.get(parents.get(i));
    }
    return orElse(own, orElse(reached.get(ALL), -1));
  }

  /** The partitions, beginning with the one of the first position. */
  List<PartitionInfo> inTurn(List<PartitionInfo> partitions) {
    String first = reached.keySet().stream().findFirst().orElse(ALL);
    List<PartitionInfo> turned = new ArrayList<>(partitions);
    for (int i = 0; i < partitions.size(); i++) {
      PartitionInfo partition = partitions.get(i);
      if (partition.id().equals(first) || partition.parents().contains(first)) {
        Collections.rotate(turned, -i);
        break;
      }
    }
    return turned;
  }

  private static long orElse(@Nullable Long position, long otherwise) {
    return position == null ? otherwise : position;
  }

  String tag() {
    return reached.entrySet().stream()
        .map(position -> position.getKey() + ":" + position.getValue())
        .collect(Collectors.joining(",", "\"", "\""));
  }
}
