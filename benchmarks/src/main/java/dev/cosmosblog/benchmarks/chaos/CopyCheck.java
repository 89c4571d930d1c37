package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/** I3: each live post has one copy beside its author, which equals it; the feed's copies do too. */
final class CopyCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Reading reading = evidence.reading();
    Map<String, JsonNode> copies = new HashMap<>();
    for (JsonNode copy : reading.shortPosts()) {
      if (copies.put(Reading.text(copy, "id"), copy) != null) {
        findings.add("I3", Harm.DUPLICATE, Reading.text(copy, "id"), "has two copies in users");
      }
    }
    reading
        .posts()
        .forEach(
            (id, post) -> {
              if (copies.containsKey(id)) {
                compare("users", post, copies.get(id), findings);
              } else {
                findings.add("I3", Harm.STALE, id, "has no copy in users");
              }
            });
    for (JsonNode copy : reading.feed()) {
      String id = Reading.text(copy, "id");
      if (reading.isLive(id)) {
        compare("feed", reading.posts().get(id), copy, findings);
      }
    }
  }

  private static void compare(String where, JsonNode post, JsonNode copy, Findings findings) {
    ShortForm.difference(post, copy)
        .ifPresent(
            what ->
                findings.add(
                    "I3", Harm.STALE, Reading.text(post, "id"), "copy in " + where + ": " + what));
  }
}
