package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** I4: the versions in which copies were seen, which must never go back. Used by one thread. */
final class CopyHistory {
  private final Map<String, List<Sight>> seen = new HashMap<>();
  private final Findings findings;

  CopyHistory(Findings findings) {
    this.findings = findings;
  }

  /** A copy in one version, and when it was seen first. */
  private record Sight(Duration at, long version, String counts) {
    String line() {
      return "%.3f s version %d %s".formatted(at.toNanos() / 1e9, version, counts);
    }
  }

  void saw(Duration at, String container, JsonNode copy) {
    String id = Reading.text(copy, "id");
    List<Sight> sights = seen.computeIfAbsent(container + "/" + id, key -> new ArrayList<>());
    Sight now =
        new Sight(
            at,
            copy.path("version").asLong(),
            copy.path("commentCount") + " comments " + copy.path("likeCount") + " likes");
    if (!sights.isEmpty()) {
      compare(container, id, sights.get(sights.size() - 1), now);
    }
    if (sights.isEmpty() || sights.get(sights.size() - 1).version() != now.version()) {
      sights.add(now);
    }
  }

  private void compare(String container, String id, Sight before, Sight now) {
    if (now.version() < before.version()) {
      String detail = "copy in %s went back: %s, then %s";
      findings.add("I4", Harm.STALE, id, detail.formatted(container, before.line(), now.line()));
    } else if (now.version() == before.version() && !now.counts().equals(before.counts())) {
      String detail = "copy in %s says two things in one version: %s, then %s";
      findings.add("I4", Harm.STALE, id, detail.formatted(container, before.line(), now.line()));
    }
  }

  /** In which versions a copy was seen, for those who look for what went wrong. */
  List<String> of(String id) {
    List<String> lines = new ArrayList<>();
    for (String container : List.of("users", "feed")) {
      seen.getOrDefault(container + "/" + id, List.of())
          .forEach(sight -> lines.add("copy in " + container + " at " + sight.line()));
    }
    return lines;
  }
}
