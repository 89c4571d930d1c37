package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands, and that repeating them has no second effect. */
interface CommandsContract extends OnBlog {
  Instant DATE = Instant.parse("2026-11-20T13:37:31.250Z");

  @Test
  default void aPostKeepsTheGivenNameOfAnAuthorWhoWasNeverStored() {
    User stranger = new User(UserId.of("stranger"), "Stranger");

    PostId id = blog().store().createPost(stranger, "Title", "Text").value().id();

    assertThat(blog().store().findUser(stranger.id())).isEmpty();
    assertThat(blog().store().findPost(id).orElseThrow().userUsername()).isEqualTo("Stranger");
  }

  @Test
  default void aUserThatWasCreatedIsFound() {
    UserId id = UserId.of(Blog.unique("üser %+ "));
    User user = new User(id, Blog.unique("Zoë /?#\\ "));
    CreateUser command = CreateUser.named(user.username()).withId(id);
    assertThat(blog().store().createUser(command))
        .returns(user, CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog().store().findUser(id)).contains(user);
    assertThat(blog().store().createUser(command))
        .returns(user, CommandResult::value)
        .returns(true, CommandResult::alreadyDone);
  }

  @Test
  default void aMissingUserIsNotFound() {
    assertThat(blog().store().findUser(UserId.of(Blog.unique("nobody")))).isEmpty();
  }

  @Test
  default void aRenamedUserHasTheNewName() {
    UserId id = blog().newUser();
    User renamed = new User(id, Blog.unique("renamed"), 1);
    assertThat(blog().store().renameUser(id, renamed.username()))
        .returns(renamed, CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog().store().findUser(id)).contains(renamed);
    assertThat(blog().store().renameUser(id, renamed.username()))
        .returns(renamed, CommandResult::value)
        .returns(true, CommandResult::alreadyDone);
    assertThat(blog().repositories().users().currentName(id))
        .hasValueSatisfying(name -> assertThat(name.version()).isEqualTo(1));
  }

  @Test
  default void aPostThatWasCreatedIsFoundWithItsAuthorsName() {
    UserId author = blog().newUser();
    PostId id = PostId.of(Blog.unique("post"));
    CreatePost command = CreatePost.of(author, "Title", "Wörds 😀\n\"").withId(id).writtenAt(DATE);
    Post post = new Post(id, author, author.value(), "Title", "Wörds 😀\n\"", DATE);
    assertThat(blog().store().createPost(command))
        .returns(post, CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog().store().findPost(id)).contains(post);
    assertThat(blog().store().createPost(command))
        .returns(post, CommandResult::value)
        .returns(true, CommandResult::alreadyDone);
  }

  @Test
  default void aMissingPostIsNotFound() {
    assertThat(blog().store().findPost(PostId.of(Blog.unique("nothing")))).isEmpty();
  }

  @Test
  @Trap(8)
  default void creatingAPostAgainDoesNotResetItsCounts() {
    UserId author = blog().newUser();
    PostId id = blog().newPost(author);
    blog().store().likePost(LikePost.of(id, author));
    CreatePost again = CreatePost.of(author, "Other", "Other").withId(id);
    assertThat(blog().store().createPost(again).alreadyDone()).isTrue();
    assertThat(blog().store().findPost(id))
        .hasValueSatisfying(post -> assertThat(post.likeCount()).isEqualTo(1))
        .hasValueSatisfying(post -> assertThat(post.title()).isEqualTo("Title"));
  }

  @Test
  @Trap(8)
  default void anEditDoesNotTouchTheCounts() {
    UserId author = blog().newUser();
    PostId id = blog().newPost(author);
    blog().store().likePost(LikePost.of(id, author));
    blog().store().createComment(CreateComment.of(id, author, "Nice"));
    Post edited = blog().store().editPost(new EditPost(id, "New", "Words")).value();
    assertThat(edited.likeCount()).isEqualTo(1);
    assertThat(edited.commentCount()).isEqualTo(1);
    assertThat(edited.title()).isEqualTo("New");
    assertThat(blog().store().findPost(id)).contains(edited);
    assertThat(blog().stored(id).version()).as("one like, one comment, one edit").isEqualTo(3);
  }

  @Test
  @Trap(6)
  @Invariant("I1")
  default void aCommentThatIsRepeatedIsCountedOnce() {
    UserId author = blog().newUser();
    PostId post = blog().newPost();
    CommentId id = CommentId.of("comment");
    CreateComment command = CreateComment.of(post, author, "Nice").withId(id).writtenAt(DATE);
    Comment comment = new Comment(id, post, author, author.value(), "Nice", DATE);
    assertThat(blog().store().createComment(command))
        .returns(comment, CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog().store().createComment(command))
        .returns(comment, CommandResult::value)
        .returns(true, CommandResult::alreadyDone);
    assertThat(blog().stored(post).commentCount()).isEqualTo(1);
    assertThat(blog().count(post, "comment")).isEqualTo(1);
  }

  @Test
  @Trap(7)
  @Invariant("I2")
  default void likingTwiceCountsOnce() {
    UserId liker = blog().newUser();
    PostId post = blog().newPost();
    Like like = new Like(post, liker, liker.value(), DATE);
    LikePost command = LikePost.of(post, liker).since(DATE);
    assertThat(blog().store().likePost(command))
        .returns(like, CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog().store().likePost(LikePost.of(post, liker)))
        .returns(like, CommandResult::value)
        .returns(true, CommandResult::alreadyDone);
    assertThat(blog().stored(post).likeCount()).isEqualTo(1);
    assertThat(blog().count(post, "like")).isEqualTo(1);
  }

  @Test
  default void aUserFindsTheirLikeOfAPostWhileItIsThere() {
    UserId liker = blog().newUser();
    PostId post = blog().newPost();
    assertThat(blog().store().findLike(post, liker)).isEmpty();
    Like like = blog().store().likePost(LikePost.of(post, liker)).value();
    assertThat(blog().store().findLike(post, liker)).contains(like);
    assertThat(blog().store().findLike(post, blog().newUser())).isEmpty();
    assertThat(blog().store().findLike(blog().newPost(), liker)).isEmpty();
    blog().store().unlikePost(post, liker);
    assertThat(blog().store().findLike(post, liker)).isEmpty();
  }

  @Test
  default void ofAPageOfPostsThoseThatAUserLikesAreFoundTogetherAndInOrder() {
    UserId liker = blog().newUser();
    UserId other = blog().newUser();
    List<PostId> posts = Stream.generate(() -> blog().newPost(other)).limit(7).toList();
    List<PostId> liked = List.of(posts.get(5), posts.get(0), posts.get(3));
    liked.forEach(post -> blog().store().likePost(LikePost.of(post, liker)));
    blog().store().likePost(LikePost.of(posts.get(1), other));
    blog().store().createComment(CreateComment.of(posts.get(2), liker, "Not a like"));

    assertThat(blog().store().likedPosts(liker, posts))
        .containsExactly(posts.get(0), posts.get(3), posts.get(5));
    assertThat(blog().store().likedPosts(liker, List.of(PostId.of("none")))).isEmpty();
  }

  @Test
  default void aPostOfTheLargestSizeIsTakenCommentedAndLiked() {
    Backend.Feature.ITEMS_OF_2_MB.required();
    UserId author = blog().newUser();
    String content = "x".repeat((int) Content.MAX_ITEM_BYTES);
    PostId id = blog().store().createPost(CreatePost.of(author, "", content)).value().id();
    blog().store().likePost(LikePost.of(id, author));
    var comment = blog().store().createComment(CreateComment.of(id, author, content)).value();
    assertThat(blog().store().findPost(id))
        .hasValueSatisfying(post -> assertThat(post.content()).hasSize(content.length()))
        .hasValueSatisfying(post -> assertThat(post.commentCount()).isEqualTo(1));
    // Later scans of the container would read the megabytes again.
    for (String item : List.of(comment.id().value(), id.value())) {
      PartitionKey partition = new PartitionKey(id.value());
      blog().posts().deleteItem(item, partition, new CosmosItemRequestOptions());
    }
  }

  @Test
  default void aPostOfAnotherProgramIsAdopted() {
    Backend.Feature.PATCH_OF_A_MISSING_PATH.required();
    UserId author = blog().newUser();
    PostId id = PostId.of(Blog.unique("foreign"));
    Blog.write(
        blog().posts(),
        Map.of(
            "id", id.value(),
            "postId", id.value(),
            "type", "post",
            "userId", author.value(),
            "title", "Old",
            "creationDate", "2019-03-04T10:00:00",
            "extra", Map.of("kept", true)));
    blog().store().likePost(LikePost.of(id, author));
    blog().store().createComment(CreateComment.of(id, author, "Nice"));
    Post post = blog().store().editPost(new EditPost(id, "New", "Words")).value();
    Instant created = Instant.parse("2019-03-04T10:00:00Z");
    assertThat(post)
        .isEqualTo(
            new Post(
                id,
                author,
                "",
                "New",
                "Words",
                1,
                1,
                created,
                1,
                post.updatedAt(),
                PostStatus.PUBLISHED,
                null,
                CustomProperties.NONE,
                null,
                null,
                List.of(),
                false));
    assertThat(blog().stored(id).version()).isEqualTo(3);
  }

  @Test
  default void anItemThatCannotBeReadIsMalformed() {
    PostId id = PostId.of(Blog.unique("foreign"));
    Blog.write(
        blog().posts(),
        Map.of("id", id.value(), "postId", id.value(), "type", "post", "likeCount", "many"));
    assertThatThrownBy(() -> blog().store().findPost(id))
        .isInstanceOf(MalformedItemException.class);
  }
}
