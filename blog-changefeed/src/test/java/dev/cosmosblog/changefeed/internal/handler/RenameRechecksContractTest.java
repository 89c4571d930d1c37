package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.TestBlog;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler.RenameRechecks;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler.RenameRechecks.Claim;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.testing.Backend;
import dev.cosmosblog.testing.Invariant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rechecks of renames as documents in the leases container. */
class RenameRechecksContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final Duration REPLICA_LAG = Duration.ofMinutes(1);

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.fivePartitions();

  private final SteppedClock clock = new SteppedClock();
  private TestBlog blog;
  private RenameRechecks one;
  private RenameRechecks other;

  @BeforeEach
  void twoHosts() {
    blog = TestBlog.on(cosmos);
    one = rechecks();
    other = rechecks();
  }

  private RenameRechecks rechecks() {
    return new RenameRechecks(blog.leaseDocuments(), clock, REPLICA_LAG);
  }

  private void schedule(RenameRechecks host) {
    host.schedule(ANN, clock.instant(), clock.instant());
  }

  private List<JsonNode> documents() {
    return blog.items("leases", "SELECT * FROM c WHERE c.type = 'rename'");
  }

  @Test
  void aRecheckIsDueAfterTwiceTheReplicaLagAndGoneOnceItHasRun() {
    schedule(one);
    assertThat(other.claimDue()).isEmpty();

    clock.pass(REPLICA_LAG.multipliedBy(2));
    List<Claim> claims = other.claimDue();
    assertThat(claims).extracting(Claim::user).containsExactly(ANN);

    other.done(claims.get(0));
    assertThat(documents()).isEmpty();
  }

  @Test
  void aRecheckThatOneHostHasClaimedIsNotDueForAnother() {
    schedule(one);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    assertThat(other.claimDue()).extracting(Claim::user).containsExactly(ANN);

    assertThat(one.claimDue()).isEmpty();
  }

  @Test
  void aRecheckWhoseHostDiedIsDueAgain() {
    schedule(one);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    assertThat(one.claimDue()).hasSize(1);

    clock.pass(Duration.ofMinutes(5));

    assertThat(other.claimDue()).hasSize(1);
  }

  @Test
  void aUserWhoIsRenamedAgainDuringTheRecheckStaysScheduled() {
    schedule(one);
    clock.pass(REPLICA_LAG.multipliedBy(2));
    Claim claim = one.claimDue().get(0);
    schedule(other);

    one.done(claim);

    assertThat(documents()).hasSize(1);
  }

  @Test
  void aRenameOfLongAgoNeedsNoRecheck() {
    Instant written = clock.instant().minus(REPLICA_LAG.multipliedBy(3));
    one.schedule(ANN, written, clock.instant());

    assertThat(documents()).isEmpty();
  }

  /** However far the change feed is behind, nobody else finishes an erasure whose caller died. */
  @Test
  @Invariant("I7")
  void anErasureOfLongAgoIsRechecked() {
    CopyWrites copies = mock();
    BlogChange erasure = erasedUser(clock.instant().minus(Duration.ofDays(30)));
    RenameHandler handler =
        new RenameHandler(
            copies,
            one,
            (item, author, failure) -> {},
            done -> {},
            clock,
            REPLICA_LAG,
            ItemTasks.IN_ORDER);
    when(copies.finishErasure(eq(ANN), any())).thenReturn(true);
    handler.handle(List.of(erasure));
    clock.pass(REPLICA_LAG.multipliedBy(2));

    handler.runRechecks();

    verify(copies).finishErasure(eq(ANN), any());
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
    return BlogChange.read(ChangeSource.USERS, mark).get(0);
  }

  /** Such a rename misses what was written behind it with a name from a lagging replica. */
  @Test
  void aRenameThatTookLongIsRecheckedAllTheSame() {
    Instant written = clock.instant();
    clock.pass(REPLICA_LAG.multipliedBy(3));
    one.schedule(ANN, written, written.plusSeconds(1));

    assertThat(documents()).hasSize(1);
  }

  @Test
  void moreRechecksThanOnePageHoldsAreClaimed() {
    for (int i = 0; i < 101; i++) {
      one.schedule(UserId.of("u" + i), clock.instant(), clock.instant());
    }
    clock.pass(REPLICA_LAG.multipliedBy(2));

    int first = one.claimDue().size();
    assertThat(first + other.claimDue().size()).isEqualTo(101);
  }
}
