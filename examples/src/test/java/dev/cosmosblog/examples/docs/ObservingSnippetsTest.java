package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedCost;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.DoubleAdder;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/observing.md. */
class ObservingSnippetsTest {
  private final List<String> alarms = new CopyOnWriteArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private void alarm(String text) {
    alarms.add(text);
  }

  private void log(String text) {
    lines.add(text);
  }

  @Test
  void everyPartOfTheLibraryReports() throws InterruptedException {
    try (LocalCosmos account = LocalCosmos.start()) {
      CosmosClientBuilder clientBuilder =
          new CosmosClientBuilder().endpoint(account.endpoint()).key(account.key()).gatewayMode();
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
        followed(database);
        verified(database);
      }
      assertThat(requestUnits).containsKeys(BlogOperation.CREATE_USER, BlogOperation.SCAN);
      assertThat(requestUnits.get(BlogOperation.CREATE_USER).sum()).isPositive();
      assertThat(alarms).isEmpty();
      assertThat(lines).isNotEmpty();
    }
  }

  private void followed(BlogDatabase database) throws InterruptedException {
    // region events
    ChangeFeedListener alarms =
        new ChangeFeedListener() {
          @Override
          public void onDeadLetter(DeadLetter item) {
            alarm("set aside: " + item.itemId() + ", " + item.reason());
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
      String details =
          "users: %s, posts: %s, set aside: %d"
              .formatted(
                  health.users().status(), health.posts().status(), health.posts().deadLetters());
      // endregion
      assertThat(ready).isTrue();
      assertThat(details).isEqualTo("users: UP, posts: UP, set aside: 0");
      // region lag
      ChangeFeedLag lag = changeFeed.lag();
      long changes = lag.users() + lag.posts();
      Duration age = lag.age();
      // endregion
      assertThat(changes).isZero();
      assertThat(age).isZero();
    }
  }

  private void verified(BlogDatabase database) throws InterruptedException {
    // region maintenance
    MaintenanceListener progress =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress page) {
            log("%s: %d of %d".formatted(page.phase(), page.done(), page.total()));
          }

          @Override
          public void onFinding(Finding finding) {
            log(finding.toString());
          }
        };
    MaintenanceReport report = BlogVerifier.builder(database).listener(progress).build().verify();
    // endregion
    assertThat(report.isClean()).as("%s", report).isTrue();
  }

  @Test
  void aListenerWrapsAnOperation() {
    // region scope
    OperationListener threadNames =
        new OperationListener() {
          @Override
          public void onOperation(OperationReport report) {}

          @Override
          public Scope begin(BlogOperation operation) {
            String name = Thread.currentThread().getName();
            Thread.currentThread().setName(name + " " + operation);
            return report -> Thread.currentThread().setName(name);
          }
        };
    // endregion
    String before = Thread.currentThread().getName();
    OperationListener.Scope scope = threadNames.begin(BlogOperation.FIND_POST);
    assertThat(Thread.currentThread().getName()).isEqualTo(before + " FIND_POST");
    scope.end(null);
    assertThat(Thread.currentThread().getName()).isEqualTo(before);
  }

  @Test
  void aChangeFeedTellsItsWholeBill() throws InterruptedException {
    try (LocalCosmos account = LocalCosmos.start()) {
      CosmosClientBuilder clientBuilder =
          new CosmosClientBuilder().endpoint(account.endpoint()).key(account.key()).gatewayMode();
      try (BlogDatabase empty =
          BlogDatabase.connect(
                  new CosmosClientBuilder()
                      .endpoint(account.endpoint())
                      .key(account.key())
                      .gatewayMode(),
                  "blog")
              .provision()) {
        BlogStore.on(empty).createUser("Ann");
      }
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
      ChangeFeedCost cost = changeFeed.cost();
      String bill =
          "%.0f RU: %.0f for operations, %.0f for polls, %.0f for leases"
              .formatted(
                  cost.total().requestUnits(),
                  cost.operations().requestUnits(),
                  cost.polls().requestUnits(),
                  cost.leases().requestUnits());
      // endregion
      changeFeed.close();
      database.close();
      assertThat(bill).contains("for leases");
      assertThat(cost.polls().requestUnits()).isPositive();
      assertThat(cost.leases().requestUnits()).isPositive();
    }
  }
}
