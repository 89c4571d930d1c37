package dev.cosmosblog.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The posts that all writers know of; the newest are the most wanted. */
final class Shelf {
  /** Guarded by this. */
  private final List<String> posts = new ArrayList<>();

  synchronized void put(String postId) {
    posts.add(postId);
  }

  synchronized void take(String postId) {
    posts.remove(postId);
  }

  synchronized Optional<String> any(SplittableRandom random) {
    if (posts.isEmpty()) {
      return Optional.empty();
    }
    double nearTheEnd = Math.pow(random.nextDouble(), 3);
    int place = posts.size() - 1 - (int) (posts.size() * nearTheEnd);
    return Optional.of(posts.get(Math.max(place, 0)));
  }
}
