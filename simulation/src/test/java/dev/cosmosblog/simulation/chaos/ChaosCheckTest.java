package dev.cosmosblog.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Finding;
import dev.cosmosblog.simulation.chaos.Command.Target;
import dev.cosmosblog.simulation.chaos.Command.Verb;
import dev.cosmosblog.simulation.chaos.CommandLog.LoggedCommand;
import dev.cosmosblog.simulation.chaos.CommandLog.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The checks can fail: a finished blog is damaged in each way, and the damage is found. */
class ChaosCheckTest {
  private static FinishedBlog blog;
  private static Reading reading;

  @BeforeAll
  static void write() throws IOException {
    blog = new FinishedBlog();
    reading = blog.evidence().reading();
    assertThat(blog.log().count(Outcome.DONE)).isGreaterThan(150);
    assertThat(reading.marks()).as("deleted posts").isNotEmpty();
    assertThat(reading.posts()).hasSizeGreaterThan(FinishedBlog.FRONT_PAGE_SIZE);
  }

  @AfterEach
  void restore() {
    blog.restore();
    assertThat(blog.findings()).as("findings in a blog that is as it must be").isEmpty();
  }

  @AfterAll
  static void close() {
    blog.close();
  }

  private static JsonNode any(Collection<JsonNode> items) {
    return items.iterator().next();
  }

  /** Returns the copies beside their authors. */
  private static List<JsonNode> copies() {
    return reading.inUsers().stream()
        .filter(item -> item.path("type").asText().equals("post"))
        .toList();
  }

  private static JsonNode frontPage() {
    return reading.inFeed().stream()
        .filter(item -> id(item).equals("newest"))
        .findFirst()
        .orElseThrow();
  }

  private static String id(JsonNode item) {
    return item.path("id").asText();
  }

  private JsonNode postOf(JsonNode item) {
    return reading.posts().get(item.path("postId").asText());
  }

  @Test
  void aMissingLike() {
    JsonNode like = any(reading.likes());
    blog.remove("posts", like);
    assertThat(blog.findings())
        .contains("I1 drift " + id(postOf(like)), "I7 lost " + like.path("userId").asText());
  }

  @Test
  void aDuplicateLike() {
    JsonNode like = any(reading.likes());
    blog.add("posts", like, "another");
    assertThat(blog.findings()).contains("I2 duplicates another", "I1 drift " + id(postOf(like)));
  }

  @Test
  void aTooHighCount() {
    JsonNode post = any(reading.posts().values());
    blog.set("posts", post, "commentCount", post.path("commentCount").asInt() + 1);
    assertThat(blog.findings()).contains("I1 drift " + id(post), "I3 stale " + id(post));
  }

  @Test
  void aStaleCopy() {
    JsonNode copy = any(copies());
    blog.set("users", copy, "title", "before");
    assertThat(blog.findings()).containsExactly("I3 stale " + id(copy));
  }

  @Test
  void aMissingCopy() {
    JsonNode copy = any(copies());
    blog.remove("users", copy);
    assertThat(blog.findings()).containsExactly("I3 stale " + id(copy));
  }

  /** Returns the front page's copies, to be changed. */
  private static ArrayNode feed() {
    return frontPage().path("posts").deepCopy();
  }

  private static void setFeed(ArrayNode posts) {
    blog.set("feed", frontPage(), "posts", posts);
  }

  @Test
  void aPostMissingOnTheFrontPage() {
    ArrayNode posts = feed();
    String id = id(posts.remove(3));
    setFeed(posts);
    assertThat(blog.findings()).containsExactly("I5 feedWrong " + id);
  }

  @Test
  void aPostTooOldForTheFrontPage() {
    Set<String> there = Set.copyOf(frontPage().findValuesAsText("id"));
    JsonNode outside = any(copies().stream().filter(copy -> !there.contains(id(copy))).toList());
    setFeed(feed().add(outside));
    assertThat(blog.findings()).contains("I5 feedWrong " + id(outside));
  }

  @Test
  void anUnorderedFrontPage() {
    ArrayNode posts = feed();
    posts.add(posts.remove(0));
    setFeed(posts);
    assertThat(blog.findings()).containsExactly("I5 feedWrong newest");
  }

  @Test
  void anIncompleteFrontPage() {
    blog.set("feed", frontPage(), "incomplete", true);
    assertThat(blog.findings()).containsExactly("I5 feedWrong newest");
  }

  @Test
  void aStaleCopyOnTheFrontPage() {
    ArrayNode posts = feed();
    ((ObjectNode) posts.get(2)).put("likeCount", 1_000);
    setFeed(posts);
    assertThat(blog.findings()).containsExactly("I3 stale " + id(posts.get(2)));
  }

  @Test
  void aStaleName() {
    JsonNode comment = any(reading.comments());
    blog.set("posts", comment, "userUsername", "before");
    assertThat(blog.findings()).containsExactly("I8 stale " + id(comment));
  }

  @Test
  void aDuplicateName() {
    JsonNode one = any(reading.users().values());
    JsonNode other =
        any(reading.users().values().stream().filter(user -> !user.equals(one)).toList());
    blog.set("users", one, "username", other.path("username").asText());
    assertThat(blog.findings())
        .contains("I7 lost " + id(one))
        .anyMatch(found -> found.startsWith("I6 namesWrong "));
  }

  @Test
  void aMissingReservation() {
    JsonNode user = any(reading.users().values());
    reading.reservations().stream()
        .filter(reservation -> reservation.path("ownerId").asText().equals(id(user)))
        .forEach(reservation -> blog.remove("users", reservation));
    assertThat(blog.findings()).containsExactly("I6 namesWrong " + id(user));
  }

  @Test
  void aPermanentlyBlockedName() {
    ObjectNode blocked = any(reading.reservations()).deepCopy();
    JsonNode bearer = reading.users().get(blocked.path("ownerId").asText());
    blog.set("users", bearer, "username", "somebody else");
    blog.set("users", blocked, "reservedAt", "9999-01-01T00:00:00.000Z");
    ChaosFindings findings = new ChaosFindings();
    NameProbe.look(blog.blog(), blog.evidence().reading(), findings);
    assertThat(findings.all()).extracting(Finding::invariant).containsExactly("I6");
  }

  @Test
  void aPartialEdit() {
    JsonNode post = any(reading.posts().values());
    blog.set("posts", post, "title", "w0n0");
    assertThat(blog.findings()).contains("I7 lost " + id(post));
  }

  @Test
  void aMissingPost() {
    JsonNode post = any(reading.posts().values());
    blog.remove("posts", post);
    assertThat(blog.findings()).contains("I7 lost " + id(post), "I9 leftBehind " + id(post));
  }

  @Test
  void aRestoredDeletedPost() {
    JsonNode mark = any(reading.marks().values());
    ObjectNode copy = any(copies()).deepCopy();
    copy.put("id", id(mark)).put("postId", id(mark));
    blog.put("users", copy);
    setFeed(feed().add(copy));
    assertThat(blog.findings()).contains("I9 leftBehind " + id(mark), "I5 feedWrong " + id(mark));
  }

  @Test
  void aDeletedPostThatIsStillThere() {
    JsonNode mark = any(reading.marks().values());
    blog.set("posts", mark, "deleted", false);
    assertThat(blog.findings()).contains("I7 lost " + id(mark));
  }

  @Test
  void anUnrequestedItem() {
    JsonNode comment = any(reading.comments());
    blog.add("posts", comment, "from nowhere");
    assertThat(blog.findings()).contains("I7 duplicates from nowhere");
  }

  @Test
  void aCommandAppliedTwice() {
    CommandLog log = blog.log();
    LoggedCommand done =
        log.all().stream()
            .filter(one -> one.command().verb() == Verb.CREATE_COMMENT)
            .filter(one -> one.outcome() == Outcome.DONE)
            .filter(one -> !reading.marks().containsKey(one.command().target().partition()))
            .reduce((one, later) -> later)
            .orElseThrow();
    log.add(done);
    String id = done.command().target().id();
    assertThat(blog.findings(log)).contains("I7 duplicates " + id);
  }

  @Test
  void anUnjustifiedRejection() {
    JsonNode post = any(reading.posts().values());
    Command edit = Command.of(Verb.EDIT_POST, Target.post(id(post)), "ann", "x");
    CommandLog log = blog.log();
    String reason = "PostNotFoundException: it is not there";
    log.add(new LoggedCommand(Duration.ZERO, 0, edit, Outcome.REFUSED, reason));
    assertThat(blog.findings(log)).containsExactly("I7 lost " + id(post));
  }

  @Test
  void aNameRejectedAlthoughNobodyElseUsedIt() {
    Command create = Command.of(Verb.CREATE_USER, Target.user("new"), "new", "unheard of");
    CommandLog log = blog.log();
    String reason = "UsernameTakenException: somebody has it";
    log.add(new LoggedCommand(Duration.ZERO, 0, create, Outcome.REFUSED, reason));
    assertThat(blog.findings(log)).containsExactly("I7 lost new");
    Command other = Command.of(Verb.RENAME_USER, Target.user("other"), "other", "Unheard OF");
    log.add(new LoggedCommand(Duration.ZERO, 0, other, Outcome.REFUSED, reason));
    assertThat(blog.findings(log)).isEmpty();
  }

  @Test
  void aBadItemThatWasNotDeadLettered() {
    List<Finding> found = Check.all(blog.evidence(Set.of("bad"), Set.of())).all();
    assertThat(found).extracting(Finding::itemId).containsExactly("bad");
    assertThat(found).extracting(Finding::invariant).containsExactly("I10");
  }

  @Test
  void aGoodItemThatWasDeadLettered() {
    List<Finding> found = Check.all(blog.evidence(Set.of(), Set.of("good"))).all();
    assertThat(found).extracting(Finding::itemId).containsExactly("good");
  }
}
