package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** I9: nothing is left of a deleted post, neither copies nor comments nor likes. */
final class RemovalCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Reading reading = evidence.reading();
    compare(reading, "comment", reading.comments(), findings);
    compare(reading, "like", reading.likes(), findings);
    compare(reading, "copy in users", reading.shortPosts(), findings);
    compare(reading, "copy in feed", reading.feed(), findings);
  }

  private static void compare(
      Reading reading, String what, List<JsonNode> items, Findings findings) {
    for (JsonNode item : items) {
      String post = Reading.text(item, "postId");
      if (!reading.isLive(post)) {
        String why = reading.marks().containsKey(post) ? "is deleted" : "is not there";
        String detail = what + " of post '" + post + "', which " + why;
        findings.add("I9", Harm.LEFT_BEHIND, Reading.text(item, "id"), detail);
      }
    }
  }
}
