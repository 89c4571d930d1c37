package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.ItemLocation;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Upgrades beside an application that writes and a change feed that runs. */
@Tag("slow")
class LiveUpgradeContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final int WRITERS = 3;
  private static final int COMMANDS = 60;

  /** As when the process is gone: nobody handles it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final ForeignBlog blog = FirstVersion.blog(BACKEND);
  private final BlogStore store = blog.store();
  private final Set<String> comments = ConcurrentHashMap.newKeySet();
  private final Set<String> likes = ConcurrentHashMap.newKeySet();
  private final Set<String> posts = ConcurrentHashMap.newKeySet();

  /** Posts whose counts were set. */
  private final Set<String> counted = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean written = new AtomicBoolean();

  @Test
  void aFirstVersionIsUpgradedDuringWritesAlthoughRunsAreKilled() throws Exception {
    // Users are upgraded first; until then their commands fail.
    assertThat(killedAfter(20)).isEmpty();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    try (BlogChangeFeed copies = blog.changeFeed().build()) {
      copies.start();
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        writers.add(threads.submit(() -> write(number)));
      }
      Future<Integer> reader = threads.submit(this::read);
      int kills = 0;
      while (writers.stream().anyMatch(writer -> !writer.isDone())) {
        killedAfter(20 + 5 * kills++);
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      Optional<MaintenanceReport> report = killedAfter(Integer.MAX_VALUE);
      written.set(true);

      assertThat(reader.get()).as("upgraded posts that were looked at").isPositive();
      assertThat(report.orElseThrow().remaining()).isZero();
      assertThat(copies.awaitDrained(Duration.ofMinutes(2))).isTrue();
    } finally {
      written.set(true);
      threads.shutdownNow();
    }
    assertThat(blog.verified().findings()).isEmpty();
    assertAcknowledgedWritesAreThere();
  }

  private Optional<MaintenanceReport> killedAfter(int operations) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(operations);
    MaintenanceListener hearing =
        new MaintenanceListener() {
          @Override
          public void onChange(ChangeKind change, ItemLocation item) {
            if (change == ChangeKind.COUNTS_SET) {
              counted.add(item.id());
            }
          }
        };
    BlogDatabase mortal = blog.databaseBuilder().listener(report -> die(report, left)).build();
    try {
      return Optional.of(blog.upgrade(mortal).pageSize(5).listener(hearing).build().upgrade());
    } catch (Killed e) {
      return Optional.empty();
    }
  }

  private static void die(OperationReport report, AtomicInteger left) {
    if (left.getAndDecrement() <= 0) {
      throw new Killed();
    }
  }

  private void write(int writer) {
    Random random = new Random(writer);
    for (int n = 0; n < COMMANDS; n++) {
      PostId post = PostId.of("p" + random.nextInt(FirstVersion.POSTS));
      UserId user = UserId.of("u" + random.nextInt(FirstVersion.USERS));
      String id = "new-" + writer + "-" + n;
      try {
        command(random.nextInt(8), post, user, id);
      } catch (UserNotFoundException e) {
        // Until the user was brought over.
      }
    }
  }

  private void command(int which, PostId post, UserId user, String id) {
    switch (which) {
      case 0, 1, 2 -> {
        store.createComment(CreateComment.of(post, user, "Hm").withId(CommentId.of(id)));
        comments.add(id);
      }
      case 3, 4 -> {
        store.likePost(LikePost.of(post, user));
        likes.add(post.value() + " " + user.value());
      }
      case 5 -> {
        store.createPost(CreatePost.of(user, "New", "Text").withId(PostId.of(id)));
        posts.add(id);
      }
      case 6 -> {
        store.createComment(CreateComment.of(post, user, "Bye").withId(CommentId.of(id)));
        store.deleteComment(post, CommentId.of(id));
      }
      default -> store.renameUser(user, "Renamed " + id);
    }
  }

  /** Looks at posts whose counts were set; how many it could look at while nobody wrote them. */
  private int read() {
    var items = Kernel.of(blog.connected()).items(report -> {});
    int looks = 0;
    while (!written.get()) {
      for (String id : counted) {
        ItemPlace place = ItemPlace.ofPost(id);
        StoredItem before = items.find(place).orElseThrow();
        PostCounts counts = items.count(id);
        StoredItem after = items.find(place).orElseThrow();
        if (before.etag().equals(after.etag())) {
          looks++;
          assertThat(new PostCounts(before.post().commentCount(), before.post().likeCount()))
              .as("counts of an upgraded post at every read")
              .isEqualTo(counts);
        }
      }
    }
    return looks;
  }

  private void assertAcknowledgedWritesAreThere() throws BlogException {
    Set<String> commentIds = ids("comment");
    assertThat(commentIds).containsAll(comments);
    assertThat(blog.items("posts", "comment")).hasSize(15 + comments.size());
    assertThat(ids("post")).containsAll(posts);
    Set<String> liked =
        blog.items("posts", "like").stream()
            .map(like -> like.path("postId").asText() + " " + like.path("userId").asText())
            .collect(Collectors.toSet());
    assertThat(liked).containsAll(likes);
    assertThat(blog.items("posts", "like")).as("one for each").hasSameSizeAs(liked);
  }

  private Set<String> ids(String type) {
    return blog.items("posts", type).stream()
        .map((JsonNode item) -> item.path("id").asText())
        .collect(Collectors.toSet());
  }
}
