package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.benchmarks.ladder.BlogPlan.PostPlan;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.io.IOException;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The modelled cost of the listings over 70 physical partitions, with posts of the sizes that the
 * model was fitted at: what it adds to the copies of each change, and what its pages take. It adds
 * no polls and no leases.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchiveCostTest {
  private static final int PARTITIONS = 70;
  private static final int POSTS = 48;
  private static final Set<RequestKind> NOT_CHARGED =
      EnumSet.of(RequestKind.CONTAINER, RequestKind.PARTITION_RANGES, RequestKind.QUERY_PLAN);
  private static final LadderBlog BLOG = new LadderBlog(BlogPlan.averages(2), 1);

  private final Queue<RequestRecord> requests = new ConcurrentLinkedQueue<>();
  private LocalCosmos emulator;
  private Kept without;
  private Kept with;

  /** A blog, and the change feed that keeps its copies. */
  private final class Kept {
    final BlogDatabase database;
    final BlogStore store;
    final Repositories repositories;

    Kept(BlogDatabase database) {
      this.database = database.provision();
      this.store = BlogStore.on(database);
      this.repositories = Kernel.of(database).repositories(report -> {});
      for (int i = 0; i < 2; i++) {
        store.createUser(CreateUser.named(BLOG.user(i).username()).withId(BLOG.user(i).id()));
      }
      BLOG.plan().posts().stream().limit(POSTS).forEach(post -> copied(create(post)));
    }

    PostId create(PostPlan planned) {
      Post post = BLOG.post(planned);
      CreatePost command = CreatePost.of(post.userId(), post.title(), post.content());
      store.createPost(command.withId(post.id()).writtenAt(post.creationDate()));
      return post.id();
    }

    /** Does what the handlers of changes do for the copies of a post. */
    PostId copied(PostId post) {
      PostSummaryItem stored = find(post).summary();
      if (stored.version() == 0 || !repositories.summaries().refresh(stored)) {
        repositories.summaries().put(stored);
      }
      return post;
    }

    private PostItem find(PostId post) {
      return database
          .unwrap(CosmosDatabase.class)
          .getContainer("posts")
          .readItem(post.value(), new PartitionKey(post.value()), PostItem.class)
          .getItem();
    }

    /** Returns what a call costs, without metadata. */
    double cost(Runnable call) {
      requests.clear();
      call.run();
      return requests.stream()
          .filter(request -> !NOT_CHARGED.contains(request.kind()))
          .mapToDouble(RequestRecord::requestCharge)
          .sum();
    }
  }

  @BeforeAll
  void open() throws IOException {
    emulator = LocalCosmos.builder().physicalPartitions(PARTITIONS).listener(requests::add).start();
    Endpoint endpoint = Endpoint.of(emulator);
    without = new Kept(endpoint.connect("without", "without", settings()));
    with = new Kept(endpoint.connect("with", "with", settings().listings()));
  }

  private static BlogDatabaseBuilder settings() {
    return BlogDatabase.builder().clock(Clock.fixed(BlogPlan.FIRST_DAY, ZoneOffset.UTC));
  }

  @AfterAll
  void close() {
    without.database.close();
    with.database.close();
    emulator.close();
  }

  /** Returns what a change of a post and its copies cost more with listings. */
  private double more(Function<Kept, PostId> change) {
    double cost = with.cost(() -> with.copied(change.apply(with)));
    return cost - without.cost(() -> without.copied(change.apply(without)));
  }

  @Test
  void aNewPostCostsTheArchiveAtMostEightAndALikeNothing() {
    PostPlan next = new PostPlan(900, 0, 0, 0, BlogPlan.FIRST_DAY.minusSeconds(1));
    PostId post = BLOG.post(next).id();
    more(blog -> blog.create(new PostPlan(901, 0, 0, 0, next.creationDate())));

    assertThat(more(blog -> blog.create(next))).as("RU for a new post").isBetween(5.0, 6.0);
    assertThat(
            more(
                blog -> blog.store.likePost(LikePost.of(post, BLOG.user(1).id())).value().postId()))
        .as("RU for a like: a few bytes of the copy")
        .isLessThan(0.1);
    assertThat(more(blog -> blog.store.editPost(EditPost.of(post).content("Other")).value().id()))
        .as("RU for an edit of the content")
        .isLessThan(0.1);
    assertThat(more(blog -> blog.store.editPost(EditPost.of(post).title("Other")).value().id()))
        .as("RU for another title")
        .isBetween(20.0, 24.0);
  }

  @Test
  void aPageOfTwentyCostsAtMostSix() {
    double first = with.cost(() -> with.store.archive(PageRequest.first(20)));
    Page<ListedPost> page = with.store.archive(PageRequest.first(20));
    double again = with.cost(() -> with.store.archive(PageRequest.first(20)));
    PageRequest second = PageRequest.first(20).after(page.next().orElseThrow());
    double next = with.cost(() -> with.store.archive(second));
    YearMonth month = with.store.archiveMonths(PageRequest.first(1)).items().get(0).month();
    double ofMonth = with.cost(() -> with.store.archive(month, PageRequest.first(20)));
    PageRequest third = second.after(with.store.archive(second).next().orElseThrow());
    double last = with.cost(() -> with.store.archive(third));
    double counted = with.cost(() -> with.store.archiveMonths(PageRequest.first(1)));

    assertThat(first).as("RU of the first page, which reads the months").isBetween(6.0, 6.6);
    assertThat(List.of(again, next, ofMonth, last))
        .as("RU of a page")
        .allSatisfy(ru -> assertThat(ru).isBetween(3.0, 6.0));
    assertThat(counted)
        .as("RU of a month's number of posts")
        .isCloseTo(1 + 2.8 + 0.155 * POSTS, within(0.02));
  }
}
