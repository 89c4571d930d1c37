package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** I2: one like for a post and user. */
final class LikeCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Set<List<String>> seen = new HashSet<>();
    for (JsonNode like : evidence.reading().likes()) {
      String post = Reading.text(like, "postId");
      String user = Reading.text(like, "userId");
      if (!seen.add(List.of(post, user))) {
        String detail = "another like of " + user + " for post " + post;
        findings.add("I2", Harm.DUPLICATE, Reading.text(like, "id"), detail);
      }
    }
  }
}
