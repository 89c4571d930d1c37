package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.internal.handler.ViewedChange.ChangedPost;
import dev.cosmosblog.changefeed.internal.handler.ViewedChange.ChangedUser;
import dev.cosmosblog.changefeed.internal.handler.ViewedChange.UnreadablePost;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ViewedChangeTest {
  private static final PostId POST = PostId.of("post");
  private static final UserId ANN = UserId.of("ann");

  private static Comment comment(String id, String name, String content) {
    return new Comment(CommentId.of(id), POST, ANN, name, content, Instant.EPOCH);
  }

  private static Like like(String name) {
    return new Like(POST, ANN, name, Instant.EPOCH);
  }

  private static String digest(long version, List<Comment> comments, List<Like> likes) {
    PostChange change =
        new PostChange(
            POST, ANN, PostChange.Kind.CHANGED, Optional.empty(), version, comments, likes);
    return new ChangedPost(change, Map.of()).digest();
  }

  /** A change that was handled isn't passed to the view again, and any other is. */
  @Test
  @Invariant("I15")
  void changesOfOneStateShareADigestAndOthersDoNot() {
    List<Comment> comments = List.of(comment("c", "Ann", "Nice"));
    String digest = digest(3, comments, List.of(like("Ann")));

    assertThat(digest(3, List.of(comment("c", "Ann", "Nice")), List.of(like("Ann"))))
        .isEqualTo(digest);
    assertThat(
            List.of(
                digest(4, comments, List.of(like("Ann"))),
                digest(3, List.of(), List.of(like("Ann"))),
                digest(3, comments, List.of()),
                digest(3, comments, List.of(like("Anna"))),
                digest(3, List.of(comment("d", "Ann", "Nice")), List.of(like("Ann"))),
                digest(3, List.of(comment("c", "Anna", "Nice")), List.of(like("Ann"))),
                digest(3, List.of(comment("c", "Ann", "Nicer")), List.of(like("Ann"))),
                digest(3, List.of(comment("c", "AnnNice", "")), List.of(like("Ann")))))
        .doesNotContain(digest)
        .doesNotHaveDuplicates();
  }

  @Test
  @Invariant("I15")
  void versionsOfAUserAndFailuresOfAPostHaveTheirOwnDigests() {
    assertThat(Stream.of(user(1), user(2), user(1)).map(ViewedChange::digest).distinct())
        .hasSize(2);
    assertThat(
            Stream.of(unreadable("first"), unreadable("second"), unreadable("first"))
                .map(ViewedChange::digest)
                .distinct())
        .hasSize(2);
  }

  private static ViewedChange user(long version) {
    return new ChangedUser(
        new UserChange(ANN, UserChange.Kind.CHANGED, Optional.empty(), version), Map.of());
  }

  private static ViewedChange unreadable(String problem) {
    return new UnreadablePost(POST, Map.of(), new MalformedItemException("post", problem));
  }

  @Test
  @Invariant("I9")
  void aDigestOfALargeChangeIsSmallAndWithoutTexts() {
    String digest = digest(1, List.of(comment("c", "Ann", "secret ".repeat(10_000))), List.of());

    assertThat(digest).hasSize(44).doesNotContain("secret");
  }
}
