package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.TestBlog;
import dev.cosmosblog.changefeed.internal.handler.RenameRechecks.Claim;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.testing.Backend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
