package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Custom properties and the commands that write their items. */
interface PropertiesContract extends OnBlog {
  CustomProperties OWN =
      CustomProperties.of(
          Map.of(
              "topics",
              List.of("java", "cosmos"),
              "rank",
              7,
              "score",
              0.25,
              "pinned",
              true,
              "cover",
              Map.of("url", "https://example.org/a.png", "sizes", List.of(1, 2))));

  private PostId postWithProperties() {
    CreatePost command = CreatePost.of(blog().newUser(), "Title", "Text").properties(OWN);
    return blog().store().createPost(command).value().id();
  }

  private Post found(PostId post) {
    return blog().store().findPost(post).orElseThrow();
  }

  private JsonNode item(PostId post) {
    PartitionKey partition = new PartitionKey(post.value());
    return blog().posts().readItem(post.value(), partition, JsonNode.class).getItem();
  }

  @Test
  default void whatIsCreatedWithPropertiesHasThemWhenItIsRead() {
    String name = Blog.unique("user");
    CreateUser createUser = CreateUser.named(name).withId(UserId.of(name)).properties(OWN);
    User user = blog().store().createUser(createUser).value();
    PostId post = postWithProperties();
    CreateComment createComment =
        CreateComment.of(post, user, "Nice").withId(CommentId.of("c")).properties(OWN);
    Comment comment = blog().store().createComment(createComment).value();

    assertThat(user.properties()).isEqualTo(OWN);
    assertThat(blog().store().findUser(user.id())).contains(user);
    assertThat(blog().store().createUser(createUser).alreadyDone()).isTrue();
    assertThat(found(post).properties()).isEqualTo(OWN);
    assertThat(comment.properties()).isEqualTo(OWN);
    assertThat(blog().store().commentsOf(post, PageRequest.first(1)).items())
        .containsExactly(comment);
    assertThat(blog().store().createComment(createComment).value()).isEqualTo(comment);
  }

  @Test
  @Invariant("I11")
  default void whoeverWritesAnItemKeepsItsProperties() {
    PostId post = postWithProperties();
    UserId reader = blog().newUser();
    CommentId comment =
        blog()
            .store()
            .createComment(CreateComment.of(post, reader, "Old").properties(OWN))
            .value()
            .id();
    blog().store().likePost(LikePost.of(post, reader));
    blog().store().editPost(EditPost.of(post).title("New"));
    blog().store().unlikePost(post, reader);
    blog().store().editComment(new EditComment(post, comment, "New"));

    assertThat(found(post).properties()).isEqualTo(OWN);
    assertThat(found(post).title()).isEqualTo("New");
    assertThat(blog().store().commentsOf(post, PageRequest.first(1)).items())
        .singleElement()
        .satisfies(found -> assertThat(found.properties()).isEqualTo(OWN))
        .satisfies(found -> assertThat(found.content()).isEqualTo("New"));
  }

  @Test
  default void anEditChangesThePropertiesThatItNamesAndLeavesTheRest() {
    PostId post = postWithProperties();
    blog().store().likePost(LikePost.of(post, blog().newUser()));

    Post edited =
        blog()
            .store()
            .editPost(
                EditPost.of(post)
                    .title("New")
                    .property("subtitle", "new")
                    .property("rank", 8)
                    .withoutProperty("cover")
                    .withoutProperty("missing"))
            .value();

    assertThat(edited.properties())
        .isEqualTo(OWN.with("subtitle", "new").with("rank", 8).without("cover"));
    assertThat(edited)
        .extracting(Post::title, Post::content, Post::likeCount, Post::version)
        .containsExactly("New", "Text", 1L, 1L);
    assertThat(found(post)).isEqualTo(edited);
    assertThat(blog().stored(post).version()).as("writes").isEqualTo(2);
  }

  @Test
  default void anEditReplacesAllPropertiesOrRemovesThem() {
    PostId post = postWithProperties();
    CustomProperties other = CustomProperties.NONE.with("subtitle", "other");

    assertThat(blog().store().editPost(EditPost.of(post).properties(other)).value().properties())
        .isEqualTo(other);
    assertThat(
            blog()
                .store()
                .editPost(EditPost.of(post).properties(CustomProperties.NONE))
                .value()
                .properties())
        .isEqualTo(CustomProperties.NONE);
    assertThat(
            blog()
                .store()
                .editPost(EditPost.of(post).property("a", 1))
                .value()
                .properties()
                .asMap())
        .isEqualTo(Map.of("a", 1L));
  }

  @Test
  default void aPostWithoutPropertiesGetsItsFirst() {
    PostId post = blog().newPost();
    assertThat(item(post).has("properties")).isFalse();
    assertThat(blog().store().editPost(EditPost.of(post).property("a", 1)).value().properties())
        .isEqualTo(CustomProperties.NONE.with("a", 1));
  }

  @Test
  @Invariant("I11")
  default void ofManyEditsOfSinglePropertiesAtOnceNoneIsLost() {
    PostId post = blog().newPost();

    List<String> names =
        AtOnce.run(
            12,
            i -> {
              blog().store().editPost(EditPost.of(post).property("p" + i, i));
              return "p" + i;
            });

    assertThat(found(post).properties().asMap()).containsOnlyKeys(names);
    assertThat(found(post).version()).isEqualTo(12);
  }

  @Test
  default void anEditOfSinglePropertiesInAnEarlierVersionIsRefused() {
    PostId post = postWithProperties();
    EditPost first = EditPost.of(post).property("rank", 8).ifVersion(0);

    Post edited = blog().store().editPost(first).value();

    assertThat(blog().store().editPost(first).value()).as("repeated").isEqualTo(edited);
    assertThatThrownBy(
            () -> blog().store().editPost(EditPost.of(post).property("rank", 9).ifVersion(0)))
        .isInstanceOfSatisfying(
            VersionConflictException.class, e -> assertThat(e.currentVersion()).isEqualTo(1));
    assertThat(found(post)).isEqualTo(edited);
  }

  @Test
  default void aCommentsPropertiesAreEditedWithoutItsContent() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    CommentId id = blog().store().createComment(CreateComment.of(post, user, "Old")).value().id();

    Comment edited =
        blog()
            .store()
            .editComment(EditComment.of(post, id).property("spam", false).ifVersion(0))
            .value();

    assertThat(edited.content()).isEqualTo("Old");
    assertThat(edited.version()).isEqualTo(1);
    assertThat(edited.properties().flag("spam")).contains(false);
    assertThat(
            blog()
                .store()
                .editComment(EditComment.of(post, id, "New").withoutProperty("spam"))
                .value()
                .properties())
        .isEqualTo(CustomProperties.NONE);
  }

  @Test
  @Invariant("I11")
  default void aUsersPropertiesAndNameChangeApartFromEachOther() {
    UserId id = blog().newUser();
    User edited =
        blog().store().editUser(EditUser.of(id).property("bio", "Hello").ifVersion(0)).value();

    assertThat(edited.version()).as("renames").isZero();
    assertThat(edited.editVersion()).isEqualTo(1);
    assertThat(edited.updatedAt()).isNotNull();

    User renamed = blog().store().renameUser(id, Blog.unique("renamed")).value();
    assertThat(renamed).isEqualTo(edited.renamed(renamed.username()));
    assertThat(blog().store().findUser(id)).contains(renamed);

    User again = blog().store().editUser(EditUser.of(id).properties(OWN).ifVersion(1)).value();
    assertThat(again)
        .extracting(User::username, User::version, User::editVersion, User::properties)
        .containsExactly(renamed.username(), 1L, 2L, OWN);
    EditUser late = EditUser.of(id).property("a", 1).ifVersion(renamed);
    assertThatThrownBy(() -> blog().store().editUser(late))
        .isInstanceOf(VersionConflictException.class)
        .hasMessageContaining("The user '" + id.value() + "' has version 2");
    assertThatThrownBy(() -> EditUser.of(UserId.of("none")).ifVersion(renamed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("but user " + id + " was read");
    assertThatThrownBy(
            () -> blog().store().editUser(EditUser.of(UserId.of("none")).property("a", 1)))
        .isInstanceOf(UserNotFoundException.class);
  }

  @Test
  default void propertiesThatAreTooManyTogetherAreRefusedAndNothingIsWritten() {
    PostId post = blog().newPost();
    String half = "x".repeat(9_000);
    Post first = blog().store().editPost(EditPost.of(post).property("a", half)).value();

    assertThatThrownBy(() -> blog().store().editPost(EditPost.of(post).property("b", half)))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("at most 16,384");
    assertThat(found(post)).isEqualTo(first);
    assertThatThrownBy(() -> CreateUser.named("Ann").properties(first.properties()))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("of a user")
        .hasMessageContaining("at most 4,096");
  }

  @Test
  default void thePropertiesOfASummaryAreBounded() {
    Blog blog = blog().fresh();
    BlogStore store = blog.changedStore(settings -> settings.summaryProperties("topics", "intro"));
    CustomProperties large = CustomProperties.NONE.with("intro", "x".repeat(1_024));
    CreatePost create = CreatePost.of(blog.newUser(), "Title", "Text");
    PostId post = blog.newPost();

    for (Runnable command :
        List.<Runnable>of(
            () -> store.createPost(create.properties(large)),
            () -> store.editPost(EditPost.of(post).properties(large)),
            () -> store.editPost(EditPost.of(post).property("intro", "x".repeat(1_024))))) {
      assertThatThrownBy(command::run)
          .isInstanceOf(InvalidPropertyException.class)
          .hasMessageContaining("which a post's summary includes");
    }
    assertThat(store.findPost(post)).get().extracting(Post::version).isEqualTo(0L);
    assertThat(
            store.editPost(EditPost.of(post).property("note", "x".repeat(1_024))).value().version())
        .isEqualTo(1);
  }

  @Test
  @Invariant("I11")
  default void aDeletedPostAndAnErasedUserHaveNoProperties() {
    PostId post = postWithProperties();
    blog().store().deletePost(post);
    assertThat(item(post).path("properties")).isEmpty();

    UserId user = blog().newUser();
    blog().store().editUser(EditUser.of(user).properties(OWN));
    blog().store().eraseUser(EraseUser.anonymize(user));
    PartitionKey partition = new PartitionKey(user.value());
    assertThat(
            blog().users().readItem(user.value(), partition, JsonNode.class).getItem().fieldNames())
        .toIterable()
        .doesNotContain("properties", "formerUsername");
  }

  @Test
  default void propertiesOfAnotherProgramAreReadAsFarAsTheyAreSome() {
    PostId post = PostId.of(Blog.unique("foreign"));
    String id = post.value();
    Map<String, Object> large = Map.of("my tag", "a", "large", "x".repeat(20_000));
    Map<String, Object> foreign =
        Map.of("id", id, "postId", id, "type", "post", "userId", "u", "properties", large);
    Blog.write(blog().posts(), foreign);

    assertThat(found(post).properties().text("my tag")).contains("a");
    assertThatThrownBy(() -> blog().store().editPost(EditPost.of(post).property("b", 1)))
        .isInstanceOf(InvalidPropertyException.class);
    assertThat(
            blog()
                .store()
                .editPost(EditPost.of(post).withoutProperty("large"))
                .value()
                .properties())
        .extracting(CustomProperties::asMap)
        .isEqualTo(Map.of("my tag", "a"));

    PostId broken = PostId.of(Blog.unique("broken"));
    Blog.write(
        blog().posts(),
        Map.of(
            "id",
            broken.value(),
            "postId",
            broken.value(),
            "type",
            "post",
            "userId",
            "u",
            "properties",
            "a text"));
    assertThat(found(broken).properties()).isEqualTo(CustomProperties.NONE);
    blog().store().likePost(LikePost.of(broken, blog().newUser()));
    assertThat(item(broken).path("properties").asText()).isEqualTo("a text");
    blog().store().editPost(EditPost.of(broken).properties(OWN));
    assertThat(found(broken).properties()).isEqualTo(OWN);
  }
}
