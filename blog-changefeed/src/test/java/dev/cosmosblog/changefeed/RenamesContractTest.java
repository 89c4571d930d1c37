package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.SettlingRenames.Due;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.testing.Invariant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** I8 with real leases and records. */
class RenamesContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final Duration SETTLE = Duration.ofMinutes(1);

  private TestBlog blog;

  @BeforeEach
  void aBlog() {
    blog = new TestBlog(2);
    blog.store.createUser(CreateUser.named("Ann").withId(ANN));
  }

  @AfterEach
  void close() {
    blog.close();
  }

  private SettlingRenames renames(SteppedClock clock) {
    return new SettlingRenames(blog.asyncContainer("leases"), clock, SETTLE);
  }

  private List<JsonNode> records() {
    return blog.items("leases", "SELECT * FROM c WHERE c.type = 'rename'");
  }

  @Test
  void aRenameIsDueForOneHostAfterItHasSettledAndForNoneOnceItIsDone() {
    SteppedClock clock = new SteppedClock();
    SettlingRenames one = renames(clock);
    SettlingRenames other = renames(clock);
    one.afterRename(ANN, clock.instant(), clock.instant());
    assertThat(other.take()).isEmpty();

    clock.pass(SETTLE.multipliedBy(2));
    List<Due> taken = other.take();
    assertThat(taken).extracting(Due::user).containsExactly(ANN);
    assertThat(one.take()).as("what another host has taken").isEmpty();

    other.done(taken.get(0));
    assertThat(records()).isEmpty();
  }

  @Test
  void aRenameWhoseHostDiedIsDueAgain() {
    SteppedClock clock = new SteppedClock();
    renames(clock).afterRename(ANN, clock.instant(), clock.instant());
    clock.pass(SETTLE.multipliedBy(2));
    assertThat(renames(clock).take()).hasSize(1);

    clock.pass(Duration.ofMinutes(5));

    assertThat(renames(clock).take()).hasSize(1);
  }

  @Test
  void aUserWhoIsRenamedAgainMeanwhileStaysDue() {
    SteppedClock clock = new SteppedClock();
    SettlingRenames renames = renames(clock);
    renames.afterRename(ANN, clock.instant(), clock.instant());
    clock.pass(SETTLE.multipliedBy(2));
    Due first = renames.take().get(0);
    renames.afterRename(ANN, clock.instant(), clock.instant());

    renames.done(first);

    assertThat(records()).hasSize(1);
  }

  @Test
  void aRenameOfLongAgoIsSettledAlready() {
    SteppedClock clock = new SteppedClock();
    Instant written = clock.instant().minus(SETTLE.multipliedBy(3));
    renames(clock).afterRename(ANN, written, clock.instant());

    assertThat(records()).isEmpty();
  }

  /** I8: what was written behind such a spread, from a replica that was behind, it does not see. */
  @Test
  void aRenameWhoseSpreadTookLongIsNotSettledByThat() {
    SteppedClock clock = new SteppedClock();
    Instant written = clock.instant();
    clock.pass(SETTLE.multipliedBy(3));
    renames(clock).afterRename(ANN, written, written.plusSeconds(1));

    assertThat(records()).hasSize(1);
  }

  @Test
  @Invariant("I8")
  void aRunningHostLooksOnceMoreAtARename() throws InterruptedException {
    Semaphore finished = new Semaphore(0);
    ChangeFeedListener listener =
        new ChangeFeedListener() {
          @Override
          public void onSpread(SpreadProgress progress) {
            if (progress.finished()) {
              finished.release();
            }
          }
        };
    try (BlogChangeFeed feed =
        blog.changeFeed()
            .leaseIntervals(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(30))
            .settleTime(Duration.ofSeconds(1))
            .listener(listener)
            .build()) {
      feed.start();
      blog.store.renameUser(ANN, "Anna");

      assertThat(finished.tryAcquire(2, 3, TimeUnit.MINUTES)).as("spread twice").isTrue();
    }
  }
}
