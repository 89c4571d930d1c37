package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The continuation of a request over all partitions, one after the other. It names ranges of keys,
 * which outlive the split of a partition.
 *
 * @param places the starts of the ranges that remain, in the order of their keys; each range ends
 *     where the next one begins
 */
record CrossPartitionContinuation(List<Place> places) {
  private static final String END = "FF";
  private static final String SEPARATOR = "~";

  /** The first key of a range, and the continuation in each partition of the range. */
  record Place(String min, @Nullable String continuation) {}

  static CrossPartitionContinuation of(Optional<String> text) {
    if (text.isEmpty()) {
      return at(null);
    }
    String[] parts = text.get().split(SEPARATOR, -1);
    if (parts.length % 2 != 0) {
      throw malformed();
    }
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < parts.length; i += 2) {
      places.add(new Place(parts[i], parts[i + 1].isEmpty() ? null : parts[i + 1]));
    }
    return new CrossPartitionContinuation(places);
  }

  /** The same continuation for all keys. */
  static CrossPartitionContinuation at(@Nullable String continuation) {
    return new CrossPartitionContinuation(List.of(new Place("", continuation)));
  }

  String min() {
    return places.get(0).min();
  }

  /** Returns whether this continues a page of a partition that had all keys. */
  boolean isOfAll() {
    return places.size() == 1 && min().isEmpty() && continuation() != null;
  }

  @Nullable String continuation() {
    return places.get(0).continuation();
  }

  static PartitionInfo in(List<PartitionInfo> partitions, String key) {
    return partitions.stream()
        .filter(partition -> key.compareTo(partition.range().max()) < 0)
        .findFirst()
        .orElseThrow(CrossPartitionContinuation::malformed);
  }

  /**
   * Returns the continuation after a page of the first partition. If the range is that of several
   * partitions, because one was split after the previous page, the others continue like this one.
   */
  Optional<CrossPartitionContinuation> after(@Nullable String next, PartitionInfo partition) {
    List<Place> rest = new ArrayList<>();
    if (next != null) {
      rest.add(new Place(min(), next));
    }
    String max = partition.range().max();
    if (!max.equals(END) && places.stream().noneMatch(place -> place.min().equals(max))) {
      rest.add(new Place(max, continuation()));
    }
    rest.addAll(places.subList(1, places.size()));
    return rest.isEmpty() ? Optional.empty() : Optional.of(new CrossPartitionContinuation(rest));
  }

  String text() {
    List<String> parts = new ArrayList<>();
    for (Place place : places) {
      parts.add(place.min());
      parts.add(place.continuation() == null ? "" : place.continuation());
    }
    return String.join(SEPARATOR, parts);
  }

  private static EngineException malformed() {
    return EngineException.badRequest("The continuation token is malformed.");
  }
}
