package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** I1: a post's counts equal its comments and likes. */
final class CountCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Reading reading = evidence.reading();
    compare(reading, "commentCount", reading.comments(), findings);
    compare(reading, "likeCount", reading.likes(), findings);
  }

  private static void compare(
      Reading reading, String property, List<JsonNode> items, Findings findings) {
    Map<String, List<JsonNode>> byPost = Reading.byPost(items);
    reading
        .posts()
        .forEach(
            (id, post) -> {
              int there = byPost.getOrDefault(id, List.of()).size();
              long counted = post.path(property).asLong(-1);
              if (counted != there) {
                String detail = property + " is " + counted + ", there are " + there;
                findings.add("I1", Harm.DRIFT, id, detail);
              }
            });
  }
}
