package dev.cosmosblog.examples.ldbc;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Writes the results of the six queries as JSON lines, grouped by query and ordered by the ids of
 * users or posts.
 */
final class Dump {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PageRequest FIRST_PAGE = PageRequest.first(100);

  private final BlogStore store;
  private final int frontPageSize;
  private final Workers workers;

  Dump(BlogDatabase blog, Workers workers) {
    this.store = BlogStore.on(blog);
    this.frontPageSize = blog.frontPageSize();
    this.workers = workers;
  }

  /** Writes to a temporary file, which is renamed when it is complete. */
  void write(Path file, List<Long> users, List<Long> posts, Screen screen)
      throws IOException, InterruptedException {
    Path complete = file.toAbsolutePath();
    Files.createDirectories(complete.resolveSibling("."));
    Path part = complete.resolveSibling(complete.getFileName() + ".part");
    long lines = 2L * users.size() + 3L * posts.size() + 1;
    try (Progress progress = new Progress("dump " + file, lines, screen);
        BufferedWriter writer = Files.newBufferedWriter(part)) {
      workers.inOrder(
          queries(users, posts).iterator(),
          Workers::untilDone,
          line -> {
            append(writer, line);
            progress.step();
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Files.move(part, complete, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void append(BufferedWriter writer, ObjectNode line) {
    try {
      writer.write(JSON.writeValueAsString(line) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Stream<Supplier<ObjectNode>> queries(List<Long> users, List<Long> posts) {
    List<UserId> userIds = users.stream().map(Addition::userId).toList();
    List<PostId> postIds = posts.stream().map(Addition::postId).toList();
    return Stream.<Stream<Supplier<ObjectNode>>>of(
            userIds.stream().map(id -> () -> user(id)),
            postIds.stream().map(id -> () -> post(id)),
            userIds.stream().map(id -> () -> postsOf(id)),
            postIds.stream().map(id -> () -> commentsOf(id)),
            postIds.stream().map(id -> () -> likesOf(id)),
            Stream.of(this::recentPosts))
        .flatMap(Function.identity());
  }

  private ObjectNode user(UserId id) {
    User user = store.findUser(id).orElseThrow();
    return line("Q1").put("userId", id.value()).put("username", user.username());
  }

  private ObjectNode post(PostId id) {
    Post post = store.findPost(id).orElseThrow();
    return line("Q2")
        .put("postId", id.value())
        .put("userId", post.userId().value())
        .put("userUsername", post.userUsername())
        .put("title", post.title())
        .put("commentCount", post.commentCount())
        .put("likeCount", post.likeCount())
        .put("creationDate", ItemDates.text(post.creationDate()));
  }

  private ObjectNode postsOf(UserId id) {
    ObjectNode line = line("Q3").put("userId", id.value());
    return withIds(line, all(page -> store.postsOf(id, page)));
  }

  private ObjectNode commentsOf(PostId id) {
    ObjectNode line = line("Q4").put("postId", id.value());
    ArrayNode comments = line.putArray("comments");
    all(page -> store.commentsOf(id, page, CommentOrder.NEWEST_FIRST))
        .forEach(
            comment ->
                comments
                    .addObject()
                    .put("id", comment.id().value())
                    .put("userId", comment.userId().value())
                    .put("userUsername", comment.userUsername()));
    return line;
  }

  private ObjectNode likesOf(PostId id) {
    ObjectNode line = line("Q5").put("postId", id.value());
    ArrayNode users = line.putArray("userIds");
    all(page -> store.likesOf(id, page)).forEach(like -> users.add(like.userId().value()));
    return line;
  }

  private ObjectNode recentPosts() {
    return withIds(line("Q6"), store.recentPosts(frontPageSize));
  }

  private static ObjectNode line(String query) {
    return JSON.createObjectNode().put("q", query);
  }

  private static ObjectNode withIds(ObjectNode line, List<PostSummary> posts) {
    ArrayNode ids = line.putArray("postIds");
    posts.forEach(post -> ids.add(post.id().value()));
    return line;
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
