package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * I7: what was acknowledged is there, what was removed is gone, what nobody was told about is there
 * wholly or not at all, and nothing is there that nobody asked for.
 */
final class LogCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Reading reading = evidence.reading();
    Map<Target, JsonNode> there = there(reading);
    Map<Target, List<LoggedCommand>> asked = evidence.log().byTarget();
    there.forEach(
        (target, item) -> {
          if (!asked.containsKey(target)) {
            findings.add("I7", Harm.DUPLICATE, target.id(), target + " was never asked for");
          }
        });
    asked.forEach(
        (target, commands) -> {
          if (target.kind() == Target.Kind.USER
              || target.kind() == Target.Kind.POST
              || reading.isLive(target.partition())) {
            compare(target, commands, Optional.ofNullable(there.get(target)), findings);
          }
        });
  }

  private static Map<Target, JsonNode> there(Reading reading) {
    Map<Target, JsonNode> there = new HashMap<>();
    reading.users().forEach((id, user) -> there.put(Target.user(id), user));
    reading.posts().forEach((id, post) -> there.put(Target.post(id), post));
    for (JsonNode item : reading.comments()) {
      String post = Reading.text(item, "postId");
      there.put(Target.comment(post, Reading.text(item, "id")), item);
    }
    for (JsonNode item : reading.likes()) {
      String post = Reading.text(item, "postId");
      there.put(Target.like(post, Reading.text(item, "userId")), item);
    }
    return there;
  }

  private static void compare(
      Target target, List<LoggedCommand> commands, Optional<JsonNode> item, Findings findings) {
    Set<Optional<String>> allowed = Expectation.of(commands);
    Optional<String> says = item.map(found -> says(target, found));
    if (!allowed.contains(says)) {
      String detail = "%s is %s, and was to be %s".formatted(target, says, allowed);
      findings.add("I7", Harm.LOST, target.id(), detail);
    }
  }

  /** The mark that all of its texts are made of; two marks would be half of a command. */
  private static String says(Target target, JsonNode item) {
    return switch (target.kind()) {
      case USER -> Reading.text(item, "username");
      case LIKE -> "liked";
      case POST -> {
        String title = Reading.text(item, "title");
        boolean whole = Texts.content(title).equals(Reading.text(item, "content"));
        yield whole ? title : "half '" + title + "'";
      }
      case COMMENT -> {
        String content = Reading.text(item, "content");
        String mark = content.substring(0, Math.max(0, content.indexOf(':')));
        yield Texts.content(mark).equals(content) ? mark : "half '" + mark + "'";
      }
    };
  }
}
