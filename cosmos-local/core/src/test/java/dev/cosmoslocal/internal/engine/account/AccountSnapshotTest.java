package dev.cosmoslocal.internal.engine.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.index.IndexLayout;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.LockMode;
import dev.cosmoslocal.internal.engine.partition.PartitionBusyException;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountSnapshotTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Account account = new Account(Clock.systemUTC(), 1);
  private final Database database = account.createDatabase(named("db"));
  private final Container items = container("items");

  @Test
  void aRestoreWaitsForARequestAndNewRequestsWaitForIt() throws Exception {
    create("kept");
    Runnable snapshot = account.snapshot();
    create("later");
    Thread restore = new Thread(snapshot);
    account.request(
        LockMode.LONG,
        () -> {
          restore.start();
          await("the restore waits")
              .atMost(LONG)
              .until(() -> restore.getState() == Thread.State.WAITING);
          assertThat(items.items()).isEqualTo(2);
          return true;
        });
    restore.join(LONG.toMillis());
    assertThat(items.items()).isEqualTo(1);
  }

  @Test
  void anImpatientRequestNeverWaitsForARestore() throws Exception {
    Runnable snapshot = account.snapshot();
    Thread restore = new Thread(snapshot);
    Thread impatient =
        new Thread(
            () ->
                assertThatThrownBy(() -> account.request(LockMode.IMPATIENT, () -> true))
                    .isInstanceOf(PartitionBusyException.class));
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    impatient.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    account.request(
        LockMode.LONG,
        () -> {
          restore.start();
          await("the restore waits")
              .atMost(LONG)
              .until(() -> restore.getState() == Thread.State.WAITING);
          impatient.start();
          await("the request ends").atMost(LONG).until(() -> !impatient.isAlive());
          return true;
        });
    restore.join(LONG.toMillis());
    assertThat(failures).isEmpty();
    assertThat(account.request(LockMode.IMPATIENT, () -> true)).isTrue();
  }

  @Test
  void aPartitionWithoutWritesKeepsItsLsnAndAnotherContinuesAboveItsLast() {
    create("kept");
    long before = lsn();
    Runnable snapshot = account.snapshot();
    snapshot.run();
    assertThat(lsn()).isEqualTo(before);
    create("later");
    snapshot.run();
    assertThat(lsn()).isEqualTo(before + 2);
    snapshot.run();
    assertThat(lsn()).isEqualTo(before + 2);
  }

  /** An empty partition changes its layout without a write. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theIndexLayoutReturns(boolean filled) {
    if (filled) {
      create("kept");
    }
    IndexLayout before = layout();
    Runnable snapshot = account.snapshot();
    ObjectNode changed = items.json();
    changed.putObject("indexingPolicy").putArray("excludedPaths").addObject().put("path", "/*");
    items.replace(changed, null);
    assertThat(layout()).isNotSameAs(before);
    snapshot.run();
    assertThat(layout()).isSameAs(before).isSameAs(items.state().layout());
    create("later");
    assertThat(layout()).isSameAs(before);
  }

  private IndexLayout layout() {
    return items.resolve(new FeedScope.Physical("0", null)).partition().view().layout();
  }

  @Test
  void noNumberIsGivenTwice() {
    Runnable snapshot = account.snapshot();
    String container = container("new").rid();
    String item = create("later");
    String user = rid(database.users().all().create(named("ann")));
    String offer = offer(container);
    snapshot.run();
    assertThat(database.containers()).containsExactly(items);
    assertThat(account.offers().all()).isEmpty();
    assertThat(container("new").rid()).isNotEqualTo(container);
    assertThat(create("later")).isNotEqualTo(item);
    assertThat(rid(database.users().all().create(named("ann")))).isNotEqualTo(user);
    assertThat(offer(container)).isNotEqualTo(offer);
  }

  @Test
  void aPermissionNeverGetsTheNumberOfAnEarlierOne() {
    database.users().all().create(named("ann"));
    Runnable snapshot = account.snapshot();
    Users.PermissionId earlier = permit();
    snapshot.run();
    assertThat(database.users().permission(earlier)).isEmpty();
    assertThat(permit()).isNotEqualTo(earlier);
  }

  private Users.PermissionId permit() {
    Users users = database.users();
    users
        .permissions("ann")
        .create(named("p").put("permissionMode", "All").put("resource", "dbs/db/colls/items"));
    return users.permissionId("ann", "p");
  }

  private String offer(String container) {
    account.offers().add(container, "self", "document", Json.object().put("offerThroughput", 400));
    return rid(account.offers().all().iterator().next());
  }

  private long lsn() {
    return items.sessionToken(new FeedScope.Physical("0", null)).lsn();
  }

  private String create(String id) {
    ObjectNode item = named(id).put("pk", "p");
    items.execute(PartitionKeyValue.parse("[\"p\"]"), new ItemOperation.Create(item));
    return items.liveItems().stream()
        .filter(i -> i.user().path("id").textValue().equals(id))
        .map(i -> i.json().path("_rid").textValue())
        .findFirst()
        .orElseThrow();
  }

  private Container container(String id) {
    ObjectNode body = named(id);
    body.putObject("partitionKey").put("kind", "Hash").putArray("paths").add("/pk");
    return database.createContainer(body);
  }

  private static ObjectNode named(String id) {
    return Json.object().put("id", id);
  }

  private static String rid(ObjectNode resource) {
    return resource.path("_rid").textValue();
  }
}
