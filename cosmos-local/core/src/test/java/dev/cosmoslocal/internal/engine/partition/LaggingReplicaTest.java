package dev.cosmoslocal.internal.engine.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.internal.storage.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaggingReplicaTest {
  private static final PartitionKeyValue P = PartitionKeyValue.parse("[\"p\"]");
  private static final ReadConsistency EVENTUAL = new ReadConsistency(false, "");
  private static final Duration LAG = Duration.ofMillis(100);
  private static final int READS = 60;

  private final SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
  private final Account account =
      new Account(
          clock,
          new Partitioning(1, false),
          Ledger.NONE,
          new ScriptEngine(ScriptLimits.DEFAULT, System::nanoTime, () -> "made"),
          new ServiceConditions(3, LAG, Long.MAX_VALUE, Duration.ZERO, Duration.ZERO));
  private final Container container = container();

  private Container container() {
    var settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/pk");
    return account.createDatabase(Json.object().put("id", "db")).createContainer(settings);
  }

  @AfterEach
  void close() {
    account.close();
  }

  @Test
  void aReplicaNeverLagsForLongerThanTheSetting() {
    for (int i = 0; i < 200; i++) {
      write(i);
      clock.advance(Duration.ofMillis(1));
      // There is a write every millisecond, so the last hundred of them may be missing.
      assertThat(oldest()).isGreaterThanOrEqualTo(i - 100);
    }
    assertThat(oldest()).isLessThan(199);
    clock.advance(LAG);
    assertThat(oldest()).isEqualTo(199);
  }

  @Test
  void theLaggingReplicaNeverRegresses() {
    long last = -1;
    for (int i = 0; i < 200; i++) {
      write(i);
      clock.advance(Duration.ofMillis(3));
      assertThat(oldest()).isGreaterThanOrEqualTo(last);
      last = oldest();
    }
  }

  @Test
  void settingTheClockBackDoesNotIncreaseTheLag() {
    write(1);
    clock.advance(LAG);
    write(2);
    clock.advance(Duration.ofHours(-1));
    assertThat(oldest()).isEqualTo(2);
    write(3);
    clock.advance(LAG);
    assertThat(oldest()).isEqualTo(3);
  }

  @Test
  void theReplicasOfASplitPartitionStartWithAllWrites() {
    write(1);
    assertThat(container.split("0")).hasSize(2);
    assertThat(oldest()).isEqualTo(1);
  }

  @Test
  void readsWithASessionTokenSeeItsWrites() {
    write(1);
    clock.advance(LAG);
    String token = write(2);
    write(3);
    ReadConsistency session = new ReadConsistency(false, token);
    assertThat(LongStream.range(0, READS).map(i -> read(session)).min()).hasValue(3);
    String earlier = token.replace("#3", "#2");
    assertThat(LongStream.range(0, READS).map(i -> read(new ReadConsistency(false, earlier))).min())
        .hasValue(1);
  }

  private String write(int version) {
    var item = Json.object().put("id", "1").put("pk", "p").put("version", version);
    return container
        .execute(P, new ItemOperation.Upsert(item, new EntityTagConditions(null, null)))
        .sessionToken()
        .text();
  }

  /** Returns the oldest version that one of many reads sees. */
  private long oldest() {
    return LongStream.range(0, READS).map(i -> read(EVENTUAL)).min().orElseThrow();
  }

  private long read(ReadConsistency consistency) {
    var read = new ItemOperation.Read("1", new EntityTagConditions(null, null));
    return container
        .read(P, read, consistency)
        .value()
        .flatMap(result -> result.item())
        .map(item -> item.user().path("version").longValue())
        .or(() -> Optional.of(-1L))
        .orElseThrow();
  }
}
