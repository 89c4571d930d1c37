package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.TestBlog;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.Claim;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.Due;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rechecks of renames as documents in the leases container. */
class RenameRechecksContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final Duration REPLICA_LAG = Duration.ofMinutes(1);

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.fivePartitions(Conditions.SERVICE);

  private final SteppedClock clock = new SteppedClock();
  private TestBlog blog;
  private RecheckSchedule one;
  private RecheckSchedule other;

  @BeforeEach
  void twoHosts() {
    blog = TestBlog.on(cosmos);
    one = schedule();
    other = schedule();
  }

  private RecheckSchedule schedule() {
    return new RecheckSchedule(blog.leaseDocuments(), clock, REPLICA_LAG);
  }

  /** A host on which a batch may take as long as replicas lag. */
  private RenamePass pass(Repositories repositories) {
    return new RenamePass(
        repositories,
        (item, author, failure) -> {},
        done -> {},
        ItemTasks.IN_ORDER,
        new TimeLimit(clock, REPLICA_LAG));
  }

  private RenameRechecks rechecks(RecheckSchedule host, Repositories repositories) {
    return new RenameRechecks(pass(repositories), host);
  }

  /** Users whose rechecks are due, which finish their erasures. */
  private List<UserId> dueErasures(int count) {
    List<UserId> users = IntStream.range(0, count).mapToObj(i -> UserId.of("u" + i)).toList();
    users.forEach(one::add);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    return users;
  }

  private void schedule(RecheckSchedule host) {
    host.add(ANN, clock.instant(), clock.instant());
  }

  private static List<Due> due(RecheckSchedule host) {
    return host.due("").due();
  }

  private List<JsonNode> documents() {
    return blog.items("leases", "SELECT * FROM c WHERE c.type = 'rename'");
  }

  @Test
  void aRecheckIsDueAfterTwiceTheReplicaLagAndGoneOnceItHasRun() {
    schedule(one);
    assertThat(due(other)).isEmpty();

    clock.pass(REPLICA_LAG.multipliedBy(2));
    Claim claim = other.claim(due(other).get(0)).orElseThrow();
    assertThat(claim.user()).isEqualTo(ANN);

    other.done(claim);
    assertThat(documents()).isEmpty();
  }

  @Test
  void aClaimedRecheckIsNotDueForAnotherHost() {
    schedule(one);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    Due seen = due(one).get(0);
    assertThat(other.claim(due(other).get(0))).isPresent();

    assertThat(due(one)).isEmpty();
    assertThat(one.claim(seen)).as("what was due before").isEmpty();
  }

  @Test
  void aFinishedRecheckCannotBeClaimed() {
    schedule(one);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    Due seen = due(one).get(0);
    other.done(other.claim(due(other).get(0)).orElseThrow());

    assertThat(one.claim(seen)).isEmpty();
    assertThat(documents()).isEmpty();
  }

  @Test
  void aRecheckWhoseHostDiedIsDueAgain() {
    schedule(one);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    assertThat(one.claim(due(one).get(0))).isPresent();

    clock.pass(Duration.ofMinutes(5));

    assertThat(other.claim(due(other).get(0))).isPresent();
  }

  @Test
  void aRecheckIsDueIfAnotherProgramWroteATimeThatNeverComes() {
    schedule(one);
    String id = documents().get(0).path("id").asText();
    Instant latest = clock.instant().plus(Duration.ofDays(1)).plus(REPLICA_LAG.multipliedBy(2));
    CosmosPatchOperations due = CosmosPatchOperations.create();
    blog.patch("leases", id, id, due.set("/due", latest.toEpochMilli()));
    assertThat(due(one)).isEmpty();

    blog.patch("leases", id, id, due.set("/due", latest.plusMillis(1).toEpochMilli()));

    assertThat(due(one)).hasSize(1);
  }

  @Test
  void aUserWhoIsRenamedAgainDuringTheRecheckStaysScheduled() {
    schedule(one);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    Claim claim = one.claim(due(one).get(0)).orElseThrow();
    schedule(other);

    one.done(claim);

    assertThat(documents()).hasSize(1);
  }

  @Test
  void anOldRenameIsNotRechecked() {
    Instant written = clock.instant().minus(REPLICA_LAG.multipliedBy(3));
    one.add(ANN, written, clock.instant());

    assertThat(documents()).isEmpty();
  }

  /** However far the change feed is behind, nobody else finishes an erasure whose caller died. */
  @Test
  @Invariant("I7")
  void anOldErasureIsRechecked() {
    Repositories repositories = MockedRepositories.create();
    BlogChange erasure = erasedUser(clock.instant().minus(Duration.ofDays(30)));
    RenamePass pass = pass(repositories);
    when(repositories.erasures().finish(eq(ANN), any())).thenReturn(true);
    new RenameHandler(pass, one).handle(List.of(erasure));
    clock.pass(REPLICA_LAG.multipliedBy(2));

    new RenameRechecks(pass, one).run();

    verify(repositories.erasures()).finish(eq(ANN), any());
    assertThat(documents()).isEmpty();
  }

  /** The change as the change feed delivers it, however late. */
  private static BlogChange erasedUser(Instant written) {
    StoredItem mark =
        new ObjectMapper()
            .convertValue(
                Map.of(
                    "id",
                    "ann",
                    "type",
                    ItemType.ERASED_USER,
                    "userId",
                    "ann",
                    "_ts",
                    written.getEpochSecond()),
                StoredItem.class);
    return BlogChange.read(ChangeSource.USERS, mark, SummaryRule.DEFAULT).get(0);
  }

  /** Such a rename misses what was written behind it with a name from a lagging replica. */
  @Test
  void aRenameThatTookLongIsStillRechecked() {
    Instant written = clock.instant();
    clock.pass(REPLICA_LAG.multipliedBy(3));
    one.add(ANN, written, written.plusSeconds(1));

    assertThat(documents()).hasSize(1);
  }

  /** A recheck must be claimed just before it runs, because its claim could otherwise expire. */
  @Test
  void aLateRecheckIsRunByOneHost() {
    List<UserId> users = dueErasures(6);
    List<UserId> run = new ArrayList<>();
    Repositories quick = MockedRepositories.create();
    when(quick.erasures().finish(any(), any())).thenAnswer(call -> run.add(call.getArgument(0)));
    RenameRechecks otherHost = rechecks(other, quick);
    Repositories slow = MockedRepositories.create();
    when(slow.erasures().finish(any(), any()))
        .thenAnswer(
            call -> {
              run.add(call.getArgument(0));
              clock.pass(REPLICA_LAG.multipliedBy(2));
              if (run.size() == 3) {
                assertThat(RecheckSchedule.CLAIM).isLessThan(REPLICA_LAG.multipliedBy(6));
                otherHost.run();
              }
              return true;
            });
    RenameRechecks slowHost = rechecks(one, slow);

    users.forEach(user -> slowHost.run());

    assertThat(run).containsExactlyInAnyOrderElementsOf(users);
    assertThat(documents()).isEmpty();
  }

  /** Each is due again before the others had their turn. */
  @Test
  void slowOrFailingRechecksDoNotBlockOthers() {
    List<UserId> users = dueErasures(6);
    List<UserId> run = new ArrayList<>();
    Repositories repositories = MockedRepositories.create();
    when(repositories.erasures().finish(any(), any()))
        .thenAnswer(
            call -> {
              run.add(call.getArgument(0));
              clock.pass(RecheckSchedule.CLAIM);
              if (run.size() % 2 == 0) {
                throw new IllegalStateException("a failure of the host");
              }
              return false;
            });
    RenameRechecks rechecks = rechecks(one, repositories);

    for (UserId user : users) {
      try {
        rechecks.run();
      } catch (IllegalStateException e) {
        assertThat(e).as(user.value()).hasMessageContaining("of the host");
      }
    }

    assertThat(run).containsExactlyInAnyOrderElementsOf(users);
  }

  @Test
  void aRunOfFewRechecksTakesOneQueryAndTwoWritesForEach() {
    LeaseDocuments documents = spy(blog.leaseDocuments());
    one = new RecheckSchedule(documents, clock, REPLICA_LAG);
    Repositories repositories = MockedRepositories.create();
    when(repositories.erasures().finish(any(), any())).thenReturn(true);
    dueErasures(3);
    clearInvocations(documents);

    rechecks(one, repositories).run();

    verify(documents).page(any(), any(), anyInt(), any());
    verify(documents, times(3)).replace(any(), any(), any());
    verify(documents, times(3)).delete(any(), any());
    verifyNoMoreInteractions(documents);
  }

  @Test
  void oneRunRunsMoreRechecksThanOnePageHolds() {
    List<UserId> users = dueErasures(201);
    Repositories repositories = MockedRepositories.create();
    when(repositories.erasures().finish(any(), any())).thenReturn(true);

    rechecks(one, repositories).run();

    users.forEach(user -> verify(repositories.erasures()).finish(eq(user), any()));
    assertThat(documents()).isEmpty();
  }
}
