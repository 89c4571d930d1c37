package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.FaultMatrixChanges.Change;
import dev.cosmosblog.changefeed.FaultMatrixChanges.Scene;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Handles every kind of change with every kind of fault at every request of its handlers, and then
 * compares the copies with their sources.
 *
 * <p>The result is {@code target/fault-matrix.md}, and the resource of the same name is what it
 * must be. Each cell has one sign for each request of the handlers:
 *
 * <ul>
 *   <li>{@code .} done; the SDK dealt with the fault, or the fault only took time
 *   <li>{@code r} done after the store sent the request again
 *   <li>{@code B} the batch failed, was redelivered, and was handled then
 * </ul>
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(1)
class HandlerFaultMatrixContractTest {
  private static final int MAX_BATCHES = 5;
  private static final boolean ALL_FAULTS = Boolean.getBoolean("allFaults");

  private static final RequestKind[] ON_ITEMS = {
    RequestKind.READ_ITEM,
    RequestKind.CREATE_ITEM,
    RequestKind.REPLACE_ITEM,
    RequestKind.DELETE_ITEM,
    RequestKind.PATCH_ITEM,
    RequestKind.UPSERT_ITEM,
    RequestKind.BATCH,
    RequestKind.QUERY
  };

  private static final RetryPolicy QUICK =
      RetryPolicy.standard()
          .withDelays(Duration.ofMillis(1), Duration.ofMillis(2))
          .withDeadline(Duration.ofMinutes(2));

  private static final Map<String, Fault> FAULTS =
      new TreeMap<>(
          Map.of(
              "408", Fault.status(408),
              "410/1002", Fault.status(410).subStatus(1002),
              "429", Fault.status(429).retryAfter(Duration.ofMillis(1)),
              "449", Fault.status(449),
              "503", Fault.status(503),
              "slow", Fault.delay(Duration.ofMillis(5)),
              "cut before", Fault.cutBefore(),
              "cut after", Fault.cutAfter()));

  /**
   * Faults that the SDK and the store treat like another one, as the matrix of commands shows in
   * full. Their columns repeat the other's, unless {@code -DallFaults=true} runs them too.
   */
  private static final Map<String, String> LIKE_ANOTHER =
      Map.of("408", "503", "449", "429", "cut before", "cut after", "slow", "429");

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(LocalCosmos.builder().physicalPartitions(1));

  private final List<OperationReport> reports = new CopyOnWriteArrayList<>();
  private LocalCosmos emulator;
  private TestBlog blog;
  private FaultMatrixChanges changes;
  private SteppedChangeFeed feed;
  private boolean keepsListings;

  @BeforeAll
  void open() {
    emulator = cosmos.requireLocal();
    blog = TestBlog.on(cosmos);
    changes = new FaultMatrixChanges(blog, this::drained);
  }

  @Test
  @Invariant({"I3", "I14"})
  void everyChangeWithEveryFaultAtEveryRequestOfItsHandlers() throws IOException {
    String made =
        "## With retries\n\n"
            + table(QUICK, FAULTS)
            + "\n## Without retries\n\n"
            + table(
                RetryPolicy.none(),
                new TreeMap<>(
                    Map.of("503", FAULTS.get("503"), "cut after", FAULTS.get("cut after"))))
            + "\n## With listings, without retries\n\n"
            + listingsTable();
    Path result = Files.writeString(Path.of("target", "fault-matrix.md"), made);
    assertThat(result)
        .as("If each difference is right, copy the first file over the second.")
        .hasSameTextualContentAs(Path.of("src", "test", "resources", "fault-matrix.md"));
  }

  private String listingsTable() {
    keepsListings = true;
    // Without the posts of the other tables, which the archive would get first.
    blog = TestBlog.on(cosmos);
    changes = new FaultMatrixChanges(blog, this::drained);
    return table(
        blog.databaseBuilder().listings().retryPolicy(RetryPolicy.none()),
        FaultMatrixChanges.OF_LISTINGS,
        Map.of("cut after", FAULTS.get("cut after")));
  }

  private String table(RetryPolicy policy, Map<String, Fault> faults) {
    return table(blog.databaseBuilder().retryPolicy(policy), FaultMatrixChanges.ALL, faults);
  }

  private String table(BlogDatabaseBuilder settings, List<Change> all, Map<String, Fault> faults) {
    BlogDatabase database = TestBlog.changed(settings.listener(this::onOperation));
    feed = TestBlog.changeFeed(database).buildStepped();
    feed.drain();
    StringBuilder table = new StringBuilder("| change | requests | ");
    table.append(String.join(" | ", faults.keySet())).append(" |\n|---|---|");
    table.append("---|".repeat(faults.size())).append('\n');
    for (Change change : all) {
      int requests = requestsOf(change);
      Map<String, String> made = new TreeMap<>();
      faults.forEach(
          (name, fault) -> {
            if (ALL_FAULTS || !LIKE_ANOTHER.containsKey(name)) {
              made.put(name, "`" + cell(change, fault, requests) + "`");
            }
          });
      String cells =
          faults.keySet().stream()
              .map(name -> made.get(made.containsKey(name) ? name : LIKE_ANOTHER.get(name)))
              .collect(Collectors.joining(" | "));
      table.append("| %s | %d | %s |\n".formatted(change.name(), requests, cells));
    }
    return table.toString();
  }

  /** The handlers' operations; the reads of changes are the stepped change feed's own. */
  private void onOperation(OperationReport report) {
    if (report.operation() != BlogOperation.SCAN) {
      reports.add(report);
    }
  }

  /**
   * How many requests the handlers send where nothing goes wrong: a rule that never befalls one
   * counts.
   */
  private int requestsOf(Change change) {
    if (keepsListings) {
      // The first post with a tag creates the tag.
      prepare(change);
      drained();
    }
    Scene scene = prepare(change);
    reports.clear();
    drained();
    check(scene);
    return reports.stream().mapToInt(OperationReport::requests).sum();
  }

  private void check(Scene scene) {
    changes.check(scene);
    if (keepsListings) {
      changes.checkListings(scene);
    }
  }

  private Scene prepare(Change change) {
    Scene scene = changes.newScene();
    drained();
    change.write().on(changes, scene);
    return scene;
  }

  /** Handles all changes; returns how many times a batch failed and was redelivered. */
  private int drained() {
    for (int failed = 0; failed < MAX_BATCHES; failed++) {
      try {
        feed.drain();
        return failed;
      } catch (StoreException e) {
        // The next drain redelivers the batch, as to a running host.
        assertThat(emulator.faultCounts().total()).as("faults behind %s", e).isPositive();
      }
    }
    throw new AssertionError("a batch was redelivered forever");
  }

  private String cell(Change change, Fault fault, int requests) {
    StringBuilder signs = new StringBuilder();
    for (int request = 1; request <= requests; request++) {
      signs.append(outcome(change, fault, request));
    }
    return signs.toString();
  }

  private char outcome(Change change, Fault fault, int request) {
    Scene scene = prepare(change);
    FaultRule rule = FaultRule.on(ON_ITEMS[0], ON_ITEMS).nth(request).then(fault);
    emulator.faults(FaultPlan.builder().rule(rule).build());
    reports.clear();
    int batchesAgain = drained();
    assertThat(emulator.faultCounts().total()).as("faults").isEqualTo(1);
    emulator.clearFaults();
    check(scene);
    boolean retried = reports.stream().anyMatch(report -> report.retries() > 0);
    return batchesAgain > 0 ? 'B' : retried ? 'r' : '.';
  }
}
