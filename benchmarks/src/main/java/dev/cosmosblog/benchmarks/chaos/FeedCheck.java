package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** I5: the feed holds exactly the newest live posts, in their order, and is whole. */
final class FeedCheck implements Check {
  private static final Comparator<JsonNode> NEWEST_FIRST =
      Comparator.comparing((JsonNode post) -> Reading.text(post, "creationDate"))
          .thenComparing(post -> Reading.text(post, "id"))
          .reversed();

  @Override
  public void on(Evidence evidence, Findings findings) {
    Reading reading = evidence.reading();
    List<String> wanted =
        reading.posts().values().stream()
            .sorted(NEWEST_FIRST)
            .limit(evidence.feedSize())
            .map(post -> Reading.text(post, "id"))
            .toList();
    List<String> there = ids(reading);
    for (String id : wanted) {
      if (!there.remove(id)) {
        findings.add("I5", Harm.FEED_WRONG, id, "is among the newest posts, and not in the feed");
      }
    }
    for (String id : there) {
      findings.add("I5", Harm.FEED_WRONG, id, "is in the feed, and not among the newest posts");
    }
    List<String> inOrder =
        reading.feed().stream().sorted(NEWEST_FIRST).map(copy -> Reading.text(copy, "id")).toList();
    if (!inOrder.equals(ids(reading))) {
      findings.add("I5", Harm.FEED_WRONG, "newest", "is not in the order of the dates");
    }
    if (reading.feedItem().path("incomplete").asBoolean()) {
      findings.add("I5", Harm.FEED_WRONG, "newest", "is still marked as incomplete");
    }
  }

  private static List<String> ids(Reading reading) {
    List<String> ids = new ArrayList<>();
    reading.feed().forEach(copy -> ids.add(Reading.text(copy, "id")));
    return ids;
  }
}
