package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.internal.handler.BatchUnfinishedException;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserChange;
import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler;
import dev.cosmosblog.changefeed.internal.handler.RenamePass;
import dev.cosmosblog.changefeed.internal.handler.RenameRechecks;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A rename of more items than one pass writes: here each pass ends after about a hundred. */
class RenamePassesContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final Duration REPLICA_LAG = Duration.ofMinutes(1);
  private static final int COMMENTS = 500;
  private static final int POSTS = 30;

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.fivePartitions(Conditions.SERVICE);

  private final SteppedClock clock = new SteppedClock();
  private final Instant renamed = clock.instant();
  private final List<Double> queries = new ArrayList<>();
  private TestBlog blog;
  private Repositories repositories;

  @BeforeEach
  void aUserOfManyComments() {
    blog = TestBlog.on(cosmos);
    blog.createUser(ANN, "Ann");
    IntStream.range(0, POSTS).forEach(this::createComments);
    repositories =
        Kernel.of(blog.blogDatabase)
            .repositories(
                report -> {
                  if (report.operation() == BlogOperation.FIND_STALE_USERNAMES) {
                    queries.add(report.requestUnits());
                  }
                });
  }

  private void createComments(int post) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey("p" + post));
    for (int i = post; i < COMMENTS; i += POSTS) {
      batch.createItemOperation(TestItems.comment("c" + i, "p" + post).by("ann", "Ann").build());
    }
    assertThat(blog.container("posts").executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
  }

  private RecheckSchedule schedule() {
    return new RecheckSchedule(blog.leaseDocuments(), clock, REPLICA_LAG);
  }

  private RenameHandler handler(Duration longest) {
    return new RenameHandler(pass(longest), schedule());
  }

  private RenamePass pass(Duration longest) {
    return new RenamePass(
        repositories,
        (item, author, failure) -> {
          throw failure;
        },
        done -> {},
        tasks -> {
          ItemTasks.IN_ORDER.run(tasks);
          clock.pass(Duration.ofMinutes(1));
        },
        new TimeLimit(clock, longest));
  }

  private UserChange rename(String username) {
    long version = blog.store.renameUser(ANN, username).value().version();
    return new UserChange(ANN, new VersionedName(username, version), renamed);
  }

  /** Delivers a rename once; whether it is done. */
  private static boolean pass(RenameHandler handler, UserChange change) {
    try {
      handler.handle(List.of(change));
      return true;
    } catch (BatchUnfinishedException e) {
      return false;
    }
  }

  private static int passes(RenameHandler handler, UserChange change) {
    int passes = 1;
    while (!pass(handler, change)) {
      passes++;
    }
    return passes;
  }

  private List<JsonNode> named(String username) {
    return blog.items("posts", "SELECT * FROM c WHERE c.userUsername = '%s'".formatted(username));
  }

  private double cost() {
    double cost = queries.stream().mapToDouble(Double::doubleValue).sum();
    queries.clear();
    return cost;
  }

  @Test
  void manyPassesReadHardlyMoreThanOne() {
    assertThat(passes(handler(Duration.ofDays(1)), rename("Anna"))).isEqualTo(1);
    double ofOne = cost();

    assertThat(passes(handler(Duration.ZERO), rename("Annie"))).isGreaterThan(3);

    assertThat(cost()).as("RU of all passes").isLessThan(ofOne * 1.5);
    assertThat(named("Annie")).hasSize(COMMENTS);
  }

  /**
   * The items are written with the old name in a place that the passes have read. The last pass
   * begins so late that it would find them if it read that place again.
   */
  @Test
  @Invariant("I8")
  void itemsWithTheOldNameBehindThePassesAreFoundByTheRecheck() {
    RenameHandler handler = handler(Duration.ZERO);
    UserChange change = rename("Anna");
    assertThat(pass(handler, change)).isFalse();
    JsonNode written = named("Anna").get(0);
    String id = written.path("id").asText();
    blog.patch(
        "posts",
        written.path("postId").asText(),
        id,
        CosmosPatchOperations.create().set("/userUsername", "Ann").set("/userVersion", 0));
    clock.pass(REPLICA_LAG.multipliedBy(3));

    passes(handler, change);
    assertThat(named("Ann")).extracting(item -> item.path("id").asText()).containsExactly(id);

    clock.pass(REPLICA_LAG.multipliedBy(2));
    new RenameRechecks(pass(Duration.ZERO), schedule()).run();
    assertThat(named("Anna")).hasSize(COMMENTS);
  }

  @Test
  @Invariant("I8")
  void aRenameFinishedByAnotherHostOrFollowedByAnotherIsComplete() {
    RenameHandler handler = handler(Duration.ZERO);
    UserChange first = rename("Anna");
    assertThat(pass(handler, first)).isFalse();
    assertThat(pass(handler, first)).isFalse();

    passes(handler(Duration.ZERO), first);
    assertThat(named("Anna")).hasSize(COMMENTS);

    passes(handler, rename("Annie"));
    assertThat(named("Annie")).hasSize(COMMENTS);
  }

  @Test
  @Invariant("I8")
  void aRenameContinuesAfterAPartitionSplit() {
    RenameHandler handler = handler(Duration.ZERO);
    UserChange change = rename("Anna");
    assertThat(pass(handler, change)).isFalse();

    LocalCosmos local = cosmos.requireLocal();
    String database = blog.database.getId();
    for (String id : local.partitionIds(database, "posts")) {
      local.splitPartition(database, "posts", id);
    }

    passes(handler, change);
    assertThat(named("Anna")).hasSize(COMMENTS);
  }
}
