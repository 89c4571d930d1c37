package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;

/** I8: all that a user wrote bears the user's name. */
final class NameCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Reading reading = evidence.reading();
    compare(reading, "post", reading.posts().values(), findings);
    compare(reading, "comment", reading.comments(), findings);
    compare(reading, "like", reading.likes(), findings);
    compare(reading, "copy in users", reading.shortPosts(), findings);
    compare(reading, "copy in feed", reading.feed(), findings);
  }

  private static void compare(
      Reading reading, String what, Collection<JsonNode> items, Findings findings) {
    for (JsonNode item : items) {
      JsonNode user = reading.author(Reading.text(item, "userId"));
      if (user == null) {
        String detail = what + " of user " + item.path("userId") + ", who is not there";
        findings.add("I8", Harm.STALE, Reading.text(item, "id"), detail);
      } else if (!user.path("username").equals(item.path("userUsername"))) {
        String detail =
            "%s in post %s bears the name %s of %s, who is called %s"
                .formatted(
                    what,
                    item.path("postId"),
                    item.path("userUsername"),
                    item.path("userId"),
                    user.path("username"));
        findings.add("I8", Harm.STALE, Reading.text(item, "id"), detail);
      }
    }
  }
}
