package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.DoubleAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/operating.md. */
class OperatingSnippetsTest {
  private final List<String> alarms = new CopyOnWriteArrayList<>();
  private LocalCosmos emulator;
  private CosmosClientBuilder clientBuilder;

  @BeforeEach
  void start() {
    emulator = LocalCosmos.start();
    clientBuilder = emulator.clientBuilder();
  }

  @AfterEach
  void stop() {
    emulator.close();
  }

  private void alarm(String text) {
    alarms.add(text);
  }

  @Test
  void aHostStartsAndCloses() {
    // region host
    BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog").provision();
    BlogChangeFeed changeFeed = BlogChangeFeed.start(database);
    // hide
    assertThat(changeFeed.lifecycle()).isEqualTo(Lifecycle.RUNNING);
    // show
    // when the process ends:
    changeFeed.close(Duration.ofSeconds(25));
    database.close();
    // endregion
    assertThat(changeFeed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
  }

  @Test
  void everyOperationIsReported() {
    // region operations
    Map<BlogOperation, DoubleAdder> requestUnits = new ConcurrentHashMap<>();
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .listener(
                report ->
                    requestUnits
                        .computeIfAbsent(report.operation(), first -> new DoubleAdder())
                        .add(report.requestUnits()))
            .build();
    // endregion
    try (database) {
      BlogStore.on(database.provision()).createUser("Ann");
    }
    assertThat(requestUnits.get(BlogOperation.CREATE_USER).sum()).isPositive();
  }

  @Test
  void aChangeFeedReportsHealthLagAndEvents() throws InterruptedException {
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog").provision()) {
      BlogStore.on(database).createUser("Ann");
      // region events
      ChangeFeedListener alarms =
          new ChangeFeedListener() {
            @Override
            public void onDeadLetter(DeadLetter letter) {
              alarm("dead letter " + letter.key().itemId() + ": " + letter.reason());
            }

            @Override
            public void onStalled(ChangeSource source, String reason) {
              alarm(source + " has stalled: " + reason);
            }
          };
      BlogChangeFeed changeFeed = BlogChangeFeed.builder(database).listener(alarms).build();
      // endregion
      try (changeFeed) {
        changeFeed.start();
        assertThat(changeFeed.awaitDrained(Duration.ofMinutes(1))).isTrue();
        // region health
        ChangeFeedHealth health = changeFeed.health();
        boolean ready = health.status() != HealthStatus.DOWN;
        String problem = health.posts().problem().orElse("none");

        ChangeFeedLag lag = changeFeed.lag();
        long changes = lag.users() + lag.posts();
        Duration age = lag.age();
        // endregion
        assertThat(ready).isTrue();
        assertThat(problem).isEqualTo("none");
        assertThat(changes).isZero();
        assertThat(age).isZero();
      }
    }
    assertThat(alarms).isEmpty();
  }

  @Test
  void aDatabaseReportsItsCostByCause() throws InterruptedException {
    try (BlogDatabase empty = BlogDatabase.connect(clientBuilder, "blog").provision()) {
      BlogStore.on(empty).createUser("Ann");
    }
    clientBuilder = emulator.clientBuilder();
    // region cost
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .requestMeter(new RequestMeter())
            .build();
    BlogChangeFeed changeFeed = BlogChangeFeed.start(database);
    // hide
    assertThat(changeFeed.awaitDrained(Duration.ofMinutes(1))).isTrue();
    // show
    Map<RequestCause, Usage> usage = database.usage();
    double polls = usage.get(RequestCause.POLLS).requestUnits();
    // endregion
    changeFeed.close();
    database.close();
    assertThat(polls).isPositive();
    assertThat(usage.get(RequestCause.LEASES).requests()).isPositive();
  }
}
