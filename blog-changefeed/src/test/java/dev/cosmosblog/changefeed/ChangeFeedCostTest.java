package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedCost;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cost that a change feed reports, compared with what the emulator has charged. */
@Tag("slow")
class ChangeFeedCostTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /**
   * The close cancels one request for each range, which is charged although its response is lost,
   * and doesn't wait for the first check of the two watchdogs, with three requests each.
   */
  private static final int CANCELLED = 10;

  /** Requests whose charge the service counts against another budget, or that have none. */
  private static final Set<RequestKind> METADATA =
      EnumSet.of(
          RequestKind.ACCOUNT,
          RequestKind.DATABASE,
          RequestKind.CONTAINER,
          RequestKind.PARTITION_RANGES,
          RequestKind.QUERY_PLAN,
          RequestKind.OFFER);

  private final Queue<RequestRecord> charged = new ConcurrentLinkedQueue<>();
  private final Queue<OperationReport> reports = new ConcurrentLinkedQueue<>();
  private final LocalCosmos emulator =
      LocalCosmos.builder().physicalPartitions(2).listener(charged::add).start();

  @AfterEach
  void closeTheAccount() {
    emulator.close();
  }

  private CosmosClientBuilder clientBuilder() {
    return emulator.clientBuilder();
  }

  @Test
  void operationsPollsAndLeasesAddUpToTheEmulatorsCharge() throws InterruptedException {
    RequestMeter meter = new RequestMeter();
    ChangeFeedCost cost = costOfCopies(BlogDatabase.builder().requestMeter(meter));
    assertThat(cost.metered()).isTrue();
    assertThat(cost.operations()).isEqualTo(reported());
    assertThat(cost.operations().requests()).isPositive();
    assertCharged(cost.leases(), request -> request.container().equals("leases"));
    assertCharged(cost.polls(), request -> request.kind() == RequestKind.CHANGE_FEED);
    assertCharged(cost.total(), request -> true);
  }

  @Test
  void withoutAMeterOnlyTheCostOfOperationsIsKnown() throws InterruptedException {
    ChangeFeedCost cost = costOfCopies(BlogDatabase.builder());
    assertThat(cost.metered()).isFalse();
    assertThat(cost.total()).isEqualTo(cost.operations()).isEqualTo(reported());
  }

  @Test
  void theUsageByCauseAddsUpToTheEmulatorsCharge() throws InterruptedException {
    BlogDatabaseBuilder settings = BlogDatabase.builder().requestMeter(new RequestMeter());
    try (BlogDatabase database = settings.connect(clientBuilder(), "blog").build().provision()) {
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      blog.findPost(blog.createPost(ann, "Hello", "My first post").value().id());
      BlogChangeFeed copies =
          BlogChangeFeed.builder(database).pollInterval(Duration.ofMillis(50)).build();
      copies.start();
      assertThat(copies.awaitDrained(PATIENCE)).isTrue();
      copies.close();
      Map<RequestCause, Usage> usage = database.usage();
      assertThat(usage)
          .containsOnlyKeys(RequestCause.values())
          .allSatisfy((cause, of) -> assertThat(of.requestUnits()).as("%s", cause).isPositive());
      assertCharged(usage.get(RequestCause.POLLS), one -> one.kind() == RequestKind.CHANGE_FEED);
      assertCharged(usage.get(RequestCause.LEASES), one -> one.container().equals("leases"));
      assertCharged(usage.values().stream().reduce(Usage.NONE, Usage::plus), one -> true);
    }
  }

  @Test
  void releasingLeasesIsRetriedAFewTimes() throws InterruptedException {
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder(), "blog").provision()) {
      BlogChangeFeed copies =
          BlogChangeFeed.builder(database).pollInterval(Duration.ofMillis(50)).build();
      copies.start();
      assertThat(copies.awaitDrained(PATIENCE)).isTrue();
      emulator.faults(
          FaultPlan.builder()
              .rule(
                  FaultRule.on(RequestKind.REPLACE_ITEM)
                      .container("leases")
                      .every(1)
                      .then(Fault.status(403)))
              .build());
      charged.clear();
      copies.close();
      assertThat(charged).filteredOn(ChangeFeedCostTest::readsLeases).hasSizeBetween(2, 40);
    }
  }

  private static boolean readsLeases(RequestRecord request) {
    return request.kind() == RequestKind.QUERY && request.container().equals("leases");
  }

  /** Copies a user, a post and a like: no step of it keeps documents beside the leases. */
  private ChangeFeedCost costOfCopies(BlogDatabaseBuilder settings) throws InterruptedException {
    try (BlogDatabase database =
        settings.connect(clientBuilder(), "blog").listener(reports::add).build().provision()) {
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      Post post = blog.createPost(ann, "Hello", "My first post").value();
      blog.likePost(LikePost.of(post.id(), ann));
      charged.clear();
      reports.clear();
      BlogChangeFeed copies =
          BlogChangeFeed.builder(database).pollInterval(Duration.ofMillis(50)).build();
      copies.start();
      assertThat(copies.awaitDrained(PATIENCE)).isTrue();
      copies.close();
      return copies.cost();
    }
  }

  private Usage reported() {
    return reports.stream()
        .map(report -> new Usage(report.requests(), report.requestUnits()))
        .reduce(Usage.NONE, Usage::plus);
  }

  private void assertCharged(Usage told, Predicate<RequestRecord> wanted) {
    List<RequestRecord> sent =
        charged.stream().filter(one -> !METADATA.contains(one.kind())).filter(wanted).toList();
    double requestUnits = sent.stream().mapToDouble(RequestRecord::requestCharge).sum();
    double maxCharge = sent.stream().mapToDouble(RequestRecord::requestCharge).max().orElseThrow();
    assertThat(told.requestUnits())
        .isBetween(requestUnits - CANCELLED * maxCharge - 0.01, requestUnits + 0.01);
    assertThat(told.requests()).isBetween((long) sent.size() - CANCELLED, (long) sent.size());
  }
}
