package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.SlugTakenException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A slug belongs to one post, which its former slugs still find. */
interface SlugsContract extends OnBlog {
  private static Slug unique(String what) {
    return Slug.from(Blog.unique(what));
  }

  private CreatePost command(Slug slug) {
    return CreatePost.of(blog().newUser(), "Title", "Text").slug(slug);
  }

  private PostId create(Slug slug) {
    return blog().store().createPost(command(slug)).value().id();
  }

  private Optional<PostId> find(Slug slug) {
    return blog().store().findPostBySlug(slug).map(Post::id);
  }

  private boolean isReserved(Slug slug) {
    String id = ReservationItem.idOfSlug(slug);
    try {
      blog().users().readItem(id, new PartitionKey(id), JsonNode.class);
      return true;
    } catch (CosmosException e) {
      assertThat(e.getStatusCode()).isEqualTo(404);
      return false;
    }
  }

  private BlogStore later(Duration by) {
    return blog().store(settings -> settings.clock(Clock.offset(Clock.systemUTC(), by)));
  }

  private StoredItem stored(PostId post) {
    return blog()
        .posts()
        .readItem(post.value(), new PartitionKey(post.value()), StoredItem.class)
        .getItem();
  }

  private void patch(PostId post, CosmosPatchOperations operations) {
    blog()
        .posts()
        .patchItem(post.value(), new PartitionKey(post.value()), operations, JsonNode.class);
  }

  @Test
  default void aPostIsFoundByItsSlug() {
    Slug slug = unique("first");
    Post post = blog().store().createPost(command(slug)).value();

    assertThat(post.slug()).isEqualTo(slug);
    assertThat(blog().store().findPostBySlug(slug)).contains(post);
    assertThat(blog().store().findPost(post.id())).contains(post);
    assertThat(find(unique("other"))).isEmpty();
  }

  @Test
  default void aDraftIsFoundByItsAuthorOnly() {
    Slug slug = unique("draft");
    PostId post = blog().store().createPost(command(slug).draft()).value().id();

    assertThat(find(slug)).isEmpty();
    assertThat(blog().store().findPostBySlug(slug, Visibility.ALL)).map(Post::id).contains(post);
    blog().store().publishPost(post);
    assertThat(find(slug)).contains(post);
  }

  @Test
  @Invariant("I6")
  default void oneOfManyPostsGetsASlug() {
    Slug slug = unique("wanted");
    PostId edited = blog().newPost();
    List<Boolean> winners =
        AtOnce.run(
            16,
            i -> {
              try {
                if (i == 0) {
                  blog().store().editPost(EditPost.of(edited).slug(slug));
                } else {
                  create(slug);
                }
                return true;
              } catch (SlugTakenException e) {
                assertThat(e.slug()).isEqualTo(slug);
                return false;
              }
            });

    assertThat(winners).filteredOn(won -> won).hasSize(1);
    assertThat(find(slug)).isPresent();
  }

  @Test
  @Invariant("I7")
  default void aRepeatedCreationIsAlreadyDone() {
    CreatePost command = command(unique("again")).withId(PostId.of(Blog.unique("post")));
    Post post = blog().store().createPost(command).value();

    CommandResult<Post> again = blog().store().createPost(command);

    assertThat(again.alreadyDone()).isTrue();
    assertThat(again.value()).isEqualTo(post);
    assertThat(find(command.slug())).contains(post.id());
  }

  /** A failover may have lost the reservation. */
  @Test
  @Invariant("I6")
  default void aRepeatedCreationReservesItsSlugAgainAndKeepsIt() {
    CreatePost command = command(unique("lost")).withId(PostId.of(Blog.unique("post")));
    blog().store().createPost(command);
    String reservation = ReservationItem.idOfSlug(command.slug());
    blog().users().deleteItem(reservation, new PartitionKey(reservation), null);

    assertThat(blog().store().createPost(command).alreadyDone()).isTrue();

    assertThat(isReserved(command.slug())).isTrue();
  }

  @Test
  default void aRejectedCreationReleasesItsSlug() {
    Slug slug = unique("rejected");
    PostId post = blog().newPost();

    assertThatThrownBy(() -> blog().store().createPost(command(slug).withId(post)))
        .isInstanceOf(IdTakenException.class);

    assertThat(isReserved(slug)).isFalse();
  }

  /** The first attempt's response was lost, and the change feed has handled the deletion before. */
  @Test
  @Invariant("I9")
  default void aRejectedRepeatReleasesTheSlugOfADeletedPost() {
    Slug slug = unique("deleted");
    PostId post = blog().newPost();
    blog().store().deletePost(post);
    assertThat(Kernel.of(blog().database()).repairs(report -> {}).reserve(slug, post)).isTrue();

    assertThatThrownBy(() -> blog().store().createPost(command(slug).withId(post)))
        .isInstanceOf(IdTakenException.class);

    assertThat(isReserved(slug)).isFalse();
  }

  @Test
  default void aRepeatWithAnotherSlugChangesNothing() {
    Slug slug = unique("kept");
    Slug other = unique("other");
    CreatePost command = command(slug).withId(PostId.of(Blog.unique("post")));
    blog().store().createPost(command);

    assertThat(blog().store().createPost(command.slug(other)).value().slug()).isEqualTo(slug);

    assertThat(isReserved(other)).isFalse();
    assertThat(find(slug)).contains(command.id());
  }

  @Test
  default void aFormerSlugFindsThePostAndItsSlug() {
    Slug former = unique("former");
    Slug current = unique("current");
    PostId post = create(former);

    Post edited = blog().store().editPost(EditPost.of(post).slug(current)).value();

    assertThat(edited.slug()).isEqualTo(current);
    assertThat(blog().store().findPostBySlug(former)).contains(edited);
    assertThat(blog().store().findPostBySlug(current)).contains(edited);
    assertThatThrownBy(() -> create(former)).isInstanceOf(SlugTakenException.class);
  }

  @Test
  default void aPostGetsAFormerSlugBack() {
    Slug first = unique("first");
    Slug second = unique("second");
    PostId post = create(first);
    blog().store().editPost(EditPost.of(post).slug(second));
    blog().store().editPost(EditPost.of(post).slug(first));
    blog().store().editPost(EditPost.of(post).slug(first));

    assertThat(stored(post).post())
        .extracting(PostItem::slug, PostItem::formerSlugs)
        .containsExactly(first.value(), List.of(second.value()));
    assertThat(find(second)).contains(post);
  }

  @Test
  default void aPostKeepsItsLastTenFormerSlugs() {
    Slug oldest = unique("slug");
    PostId post = create(oldest);
    List<Slug> others =
        IntStream.rangeClosed(0, Slug.MAX_FORMER).mapToObj(i -> unique("slug")).toList();
    others.forEach(slug -> blog().store().editPost(EditPost.of(post).slug(slug)));

    assertThat(others).allSatisfy(slug -> assertThat(find(slug)).contains(post));
    assertThat(find(oldest)).isEmpty();
    assertThat(isReserved(oldest)).isFalse();
  }

  @Test
  default void anEditOfAMissingPostReservesNothing() {
    Slug slug = unique("missing");

    assertThatThrownBy(
            () -> blog().store().editPost(EditPost.of(PostId.of(Blog.unique("no"))).slug(slug)))
        .isInstanceOf(PostNotFoundException.class);

    assertThat(isReserved(slug)).isFalse();
  }

  @Test
  default void anEditOfAnotherVersionReservesNothing() {
    Slug slug = unique("stale");
    PostId post = blog().newPost();
    blog().store().editPost(EditPost.of(post).title("New"));

    assertThatThrownBy(() -> blog().store().editPost(EditPost.of(post).slug(slug).ifVersion(0)))
        .isInstanceOf(VersionConflictException.class);

    assertThat(isReserved(slug)).isFalse();
  }

  @Test
  @Invariant("I7")
  default void aRepeatedEditOfAVersionIsAlreadyDone() {
    Slug slug = unique("twice");
    PostId post = blog().newPost();
    EditPost edit = EditPost.of(post).slug(slug).ifVersion(0);
    blog().store().editPost(edit);

    assertThat(blog().store().editPost(edit).alreadyDone()).isTrue();
    assertThatThrownBy(() -> blog().store().editPost(edit.slug(unique("third"))))
        .isInstanceOf(VersionConflictException.class);
    assertThat(find(slug)).contains(post);
  }

  @Test
  @Invariant("I9")
  default void theSlugsOfADeletedPostAreFreeAtOnce() {
    Slug former = unique("former");
    Slug current = unique("current");
    PostId post = create(former);
    blog().store().editPost(EditPost.of(post).slug(current));
    blog().store().deletePost(post);

    assertThat(find(former)).isEmpty();
    assertThat(find(current)).isEmpty();
    PostId next = create(current);
    assertThat(find(current)).contains(next);

    blog().repositories().slugs().release(DeletedPost.of(stored(post)));

    assertThat(isReserved(former)).isFalse();
    assertThat(find(current)).contains(next);
  }

  @Test
  @Invariant("I9")
  default void anErasureLeavesNoSlugBehind() {
    Slug former = unique("former");
    Slug current = unique("current");
    Slug deleted = unique("deleted");
    UserId author = blog().newUser();
    CreatePost command = CreatePost.of(author, "Title", "Text");
    PostId post = blog().store().createPost(command.slug(former)).value().id();
    blog().store().editPost(EditPost.of(post).slug(current));
    PostId gone = blog().store().createPost(command.slug(deleted)).value().id();
    blog().store().deletePost(gone);

    ErasureReport report = blog().store().eraseUser(EraseUser.remove(author)).value();

    assertThat(report.users().removed()).as("the name and the slugs").isEqualTo(4);
    assertThat(report.posts().removed()).as("the post and the tombstone").isEqualTo(2);
    assertThat(List.of(former, current, deleted)).noneMatch(this::isReserved);
    assertThat(List.of(post, gone))
        .allSatisfy(
            id ->
                assertThat(stored(id))
                    .returns(List.of(), StoredItem::slugs)
                    .returns(false, item -> item.toString().contains("former")));
    assertThat(stored(post).properties().toString())
        .doesNotContain(former.value(), current.value());
    assertThat(blog().store().eraseUser(EraseUser.remove(author)).alreadyDone()).isTrue();
  }

  @Test
  @Invariant("I6")
  default void aSlugThatACrashLeftReservedIsFreeAfterFiveMinutes() {
    Slug slug = unique("left");
    PostId crashed = PostId.of(Blog.unique("crashed"));
    assertThat(Kernel.of(blog().database()).repairs(report -> {}).reserve(slug, crashed)).isTrue();

    assertThat(find(slug)).isEmpty();
    assertThatThrownBy(() -> create(slug)).isInstanceOf(SlugTakenException.class);
    CreatePost command = command(slug);
    assertThatThrownBy(() -> later(Duration.ofMinutes(4)).createPost(command))
        .isInstanceOf(SlugTakenException.class);
    assertThat(later(Duration.ofMinutes(6)).createPost(command).value().slug()).isEqualTo(slug);
    assertThatThrownBy(() -> later(Duration.ofMinutes(7)).createPost(command(slug).withId(crashed)))
        .isInstanceOf(SlugTakenException.class);
  }

  @Test
  @Invariant("I10")
  default void anotherProgramsSlugsDoNotMakeAPostUnreadable() {
    Slug slug = unique("damaged");
    PostId post = create(slug);
    patch(post, CosmosPatchOperations.create().set("/slug", "Not a slug!"));

    assertThat(blog().store().findPost(post).orElseThrow().slug()).isNull();
    assertThat(find(slug)).isEmpty();

    Slug next = unique("next");
    blog().store().editPost(EditPost.of(post).slug(next));
    assertThat(find(next)).contains(post);
  }

  @Test
  @Invariant("I9")
  default void anErasureRemovesAPostWhoseSlugsAreMalformed() {
    UserId author = blog().newUser();
    PostId post = blog().store().createPost(CreatePost.of(author, "Title", "Text")).value().id();
    patch(
        post,
        CosmosPatchOperations.create()
            .set("/slug", List.of("a"))
            .set("/formerSlugs", "secret name"));

    blog().store().eraseUser(EraseUser.remove(author));

    assertThat(stored(post).properties().toString()).doesNotContain("secret");
    assertThat(stored(post).isDeleted()).isTrue();
  }

  @Test
  default void aReservationWithoutAnOwnerFindsNothing() {
    Slug slug = unique("lost");
    create(slug);
    String id = ReservationItem.idOfSlug(slug);
    blog()
        .users()
        .patchItem(
            id,
            new PartitionKey(id),
            CosmosPatchOperations.create().set("/ownerId", ""),
            JsonNode.class);
    assertThat(find(slug)).isEmpty();
    blog().users().deleteItem(id, new PartitionKey(id), new CosmosItemRequestOptions());
    assertThat(find(slug)).isEmpty();
  }

  /** Only a repair can find out which post has the slug. */
  @Test
  @Invariant("I6")
  default void aSlugWhoseOwnerAnotherProgramHasMadeInvalidStaysTaken() {
    for (String owner : List.of("", "a/b", "..")) {
      Slug slug = unique("owned");
      create(slug);
      String id = ReservationItem.idOfSlug(slug);
      String yesterday = ItemDates.text(Clock.systemUTC().instant().minus(Duration.ofDays(1)));
      blog()
          .users()
          .upsertItem(
              new ReservationItem(id, ItemType.SLUG, id, null, slug.value(), owner, yesterday),
              new PartitionKey(id),
              new CosmosItemRequestOptions());

      assertThat(find(slug)).as(owner).isEmpty();
      assertThatThrownBy(() -> create(slug)).as(owner).isInstanceOf(SlugTakenException.class);
    }
  }
}
