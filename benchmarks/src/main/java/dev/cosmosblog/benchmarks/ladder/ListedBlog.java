package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.BlogPlan.PostPlan;
import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.rung.Library;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.maintenance.LibraryView;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.SessionToken;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The blog of a plan in this library with listings: each post has tags, every second one a pending
 * comment. The requests of the article aren't measured here, because tags make posts larger.
 */
record ListedBlog(BlogDatabase database, LadderBlog blog) implements AutoCloseable {
  static final PageRequest PAGE = PageRequest.first(20);
  static final Tag OF_EVERY_POST = Tag.of("everyday");

  /** The different second and third tags, more than a page has. */
  private static final int TAGS = 40;

  /** In the first round, the SDK looks up containers, and the store the buckets of listings. */
  private static final int ROUNDS = 2;

  static ListedBlog load(MeteredEmulator emulator, LadderBlog blog, Screen screen)
      throws IOException, InterruptedException {
    // The archive is cheapest while the current month has posts.
    Clock clock = Clock.fixed(blog.plan().newest(1).get(0).creationDate(), ZoneOffset.UTC);
    BlogDatabase database =
        emulator
            .endpoint()
            .connect("listings", "listings", BlogDatabase.builder().clock(clock).listings());
    ListedBlog listed = new ListedBlog(database, blog);
    try {
      listed.fill(screen);
      return listed;
    } catch (RuntimeException | InterruptedException e) {
      database.close();
      throw e;
    }
  }

  private void fill(Screen screen) throws InterruptedException {
    Library library = new Library(database);
    int posts = blog.plan().posts().size();
    try (Workers workers = new Workers(LadderRun.LOADING_THREADS);
        Progress progress = new Progress("load listings", posts, screen)) {
      load(library, workers);
      ViewRebuild.builder(database)
          .views(Set.of(LibraryView.LISTINGS))
          .requestUnitsPerSecond(1_000_000)
          .build()
          .rebuild();
      progress.step(posts);
    }
  }

  private void load(Library library, Workers workers) throws InterruptedException {
    workers.forEach(LadderLoad.chunks(blog.users()), library::loadUsers);
    workers.forEach(
        LadderLoad.chunks(blog.plan().posts()),
        chunk -> library.loadPosts(chunk.stream().map(this::tagged).toList()));
    workers.forEach(
        blog.plan().posts().stream().filter(post -> post.index() % 2 == 0).iterator(),
        post -> {
          Comment pending = pending(blog.comment(post.index(), blog.post(post), blog.user(0)));
          library.loadReactions(pending.postId(), List.of(pending), List.of());
        });
  }

  private Post tagged(PostPlan planned) {
    return blog.post(planned, tags(planned.index()));
  }

  private static List<Tag> tags(int index) {
    return List.of(
        OF_EVERY_POST,
        Tag.of("topic-%02d".formatted(index % TAGS)),
        Tag.of("place-%02d".formatted(index % TAGS)));
  }

  private static Comment pending(Comment comment) {
    return new Comment(
        comment.id(),
        comment.postId(),
        comment.userId(),
        comment.userUsername(),
        comment.content(),
        comment.creationDate(),
        0,
        comment.creationDate(),
        true,
        true,
        CustomProperties.NONE);
  }

  Map<LibraryRequest, Cell> measure(MeteredEmulator emulator)
      throws IOException, InterruptedException {
    BlogStore store = BlogStore.builder(database).authorCacheTtl(Duration.ZERO).build();
    Map<LibraryRequest, Cell> cells = new EnumMap<>(LibraryRequest.class);
    for (int number = 0; number < ROUNDS; number++) {
      SessionToken token = SessionToken.EMPTY;
      for (LibraryRequest request : LibraryRequest.values()) {
        Round round = new Round(store, blog, number, token);
        emulator.record();
        Object result = request.send(round);
        cells.put(request, Cell.of(emulator.take(), LibraryRequest.entries(result)));
        token = result instanceof CommandResult<?> done ? token.merge(done.sessionToken()) : token;
      }
    }
    return cells;
  }

  @Override
  public void close() {
    database.close();
  }

  /**
   * The arguments of the requests of a round.
   *
   * @param token the merged tokens of the round's commands
   */
  record Round(BlogStore store, LadderBlog blog, int number, SessionToken token) {
    private User author() {
      return blog.reader(number);
    }

    Post post() {
      return blog.newPost(2 * number, author());
    }

    Slug slug() {
      return Slug.of("how-the-tides-work-" + number);
    }

    CreatePost withSlug() {
      return create(post()).slug(slug());
    }

    EditPost otherSlug() {
      return EditPost.of(post().id()).slug(Slug.of("how-the-tides-turn-" + number));
    }

    CreatePost withTags() {
      return create(blog.newPost(2 * number + 1, author())).tags(tags(number));
    }

    private static CreatePost create(Post post) {
      return CreatePost.of(post.userId(), post.title(), post.content())
          .withId(post.id())
          .writtenAt(post.creationDate());
    }

    Comment comment() {
      return blog.comment(blog.newCommentNumber(number), post(), author());
    }

    CreateComment pending() {
      Comment comment = comment();
      return CreateComment.of(comment.postId(), comment.userId(), comment.content())
          .withId(comment.id())
          .writtenAt(comment.creationDate())
          .asPending();
    }
  }
}
