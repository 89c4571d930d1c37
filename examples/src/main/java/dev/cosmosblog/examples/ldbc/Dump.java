package dev.cosmosblog.examples.ldbc;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.CommentOrder;
import dev.cosmosblog.store.Page;
import dev.cosmosblog.store.PageRequest;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Writes what the six queries answer, as JSON lines: query by query, each by the entities' ids. */
final class Dump {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PageRequest FIRST_PAGE = PageRequest.first(100);

  private final BlogStore store;
  private final Workers workers;

  Dump(BlogStore store, Workers workers) {
    this.store = store;
    this.workers = workers;
  }

  /** How many lines there will be. */
  static long lines(List<Long> users, List<Long> posts) {
    return 2L * users.size() + 3L * posts.size() + 1;
  }

  /** Writes the file; it is there when it is whole. */
  void write(Path file, Stream<Supplier<DumpLine>> queries, Progress progress)
      throws IOException, InterruptedException {
    Path whole = file.toAbsolutePath();
    Files.createDirectories(whole.resolveSibling("."));
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    try (BufferedWriter writer = Files.newBufferedWriter(part)) {
      workers.inOrder(
          queries.iterator(), Workers::untilDone, line -> write(line, writer, progress));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(DumpLine line, Writer writer, Progress progress) {
    try {
      writer.write(JSON.writeValueAsString(line) + "\n");
      progress.step();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The queries for these users and posts, in the lines' order. */
  Stream<Supplier<DumpLine>> queries(List<Long> users, List<Long> posts) {
    List<UserId> userIds = users.stream().map(AddUser::userId).toList();
    List<PostId> postIds = posts.stream().map(AddPost::postId).toList();
    return Stream.<Stream<Supplier<DumpLine>>>of(
            userIds.stream().map(id -> () -> user(id)),
            postIds.stream().map(id -> () -> post(id)),
            userIds.stream().map(id -> () -> postsOf(id)),
            postIds.stream().map(id -> () -> commentsOf(id)),
            postIds.stream().map(id -> () -> likesOf(id)),
            Stream.of(this::feed))
        .flatMap(Function.identity());
  }

  private DumpLine user(UserId id) {
    return DumpLine.OfUser.of(store.findUser(id).orElseThrow());
  }

  private DumpLine post(PostId id) {
    return DumpLine.OfPost.of(store.findPost(id).orElseThrow());
  }

  private DumpLine postsOf(UserId id) {
    return DumpLine.OfUsersPosts.of(id, all(page -> store.postsOf(id, page)));
  }

  private DumpLine commentsOf(PostId id) {
    return DumpLine.OfComments.of(
        id, all(page -> store.commentsOf(id, page, CommentOrder.NEWEST_FIRST)));
  }

  private DumpLine likesOf(PostId id) {
    return DumpLine.OfLikes.of(id, all(page -> store.likesOf(id, page)));
  }

  private DumpLine feed() {
    return DumpLine.OfFeed.of(store.recentPosts(store.feedSize()));
  }

  private static <T> List<T> all(Function<PageRequest, Page<T>> list) {
    List<T> all = new ArrayList<>();
    Optional<PageRequest> request = Optional.of(FIRST_PAGE);
    while (request.isPresent()) {
      Page<T> page = list.apply(request.get());
      all.addAll(page.items());
      request = page.next().map(request.get()::after);
    }
    return all;
  }
}
