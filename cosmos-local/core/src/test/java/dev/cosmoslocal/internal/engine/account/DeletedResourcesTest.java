package dev.cosmoslocal.internal.engine.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.storage.Ledger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that found a resource, and write to it after another request has deleted it. */
class DeletedResourcesTest {
  @TempDir private Path directory;

  @Test
  void aWriteToADeletedContainerLeavesNothing() {
    try (Account account = WriterToBeKilled.account(Ledger.open(file(), false))) {
      Container container = WriterToBeKilled.container(account);
      addOffer(account, container);
      String offer = account.offers().all().iterator().next().path("_rid").textValue();
      container.scripts().create(ScriptKind.FUNCTION, script("old"));
      account.database("db").deleteContainer(container, null);
      account.offers().removeFor(container.rid());
      refused(() -> container.replace(container.state().definition().json(), null));
      refused(() -> container.execute(key(), new ItemOperation.Create(item())));
      refused(() -> container.split(container.ranges().get(0).id()));
      refused(() -> container.scripts().create(ScriptKind.FUNCTION, script("new")));
      refused(() -> container.scripts().delete(ScriptKind.FUNCTION, "old", null));
      refused(() -> addOffer(account, container));
      refused(() -> account.replaceOffer(offer, Json.object(), null));
    }
    assertThat(stored()).allMatch(key -> key.startsWith("counter/") || key.equals("database/1"));
    try (Account account = WriterToBeKilled.account(Ledger.open(file(), false))) {
      assertThat(account.database("db").containers()).isEmpty();
    }
  }

  @Test
  void aWriteToADeletedDatabaseLeavesNothing() {
    try (Account account = WriterToBeKilled.account(Ledger.open(file(), false))) {
      Container container = WriterToBeKilled.container(account);
      Database database = account.database("db");
      Users users = database.users();
      users.all().create(named("u"));
      NamedResources permissions = users.permissions("u");
      account.deleteDatabase(database, null);
      refused(() -> database.createContainer(container.state().definition().json().put("id", "d")));
      refused(() -> container.execute(key(), new ItemOperation.Create(item())));
      refused(() -> users.all().create(named("v")));
      refused(() -> users.all().delete("u", null));
      refused(() -> permissions.create(permission()));
      refused(
          () -> account.offers().add(database.rid(), "self", database.document(), throughput()));
    }
    assertThat(stored()).allMatch(key -> key.startsWith("counter/"));
  }

  @Test
  void theOfferOfADeletedResourceIsRefusedWithoutAFile() {
    Account account = new Account(Clock.systemUTC(), 1);
    Container container = WriterToBeKilled.container(account);
    Database database = account.database("db");
    database.deleteContainer(container, null);
    refused(() -> account.addOffer(database, container, throughput()));
    account.deleteDatabase(database, null);
    refused(() -> account.addOffer(database, throughput()));
    assertThat(account.offers().all()).isEmpty();
  }

  @Test
  void aDeletedContainerIsNotReplacedWithoutAFile() {
    Account account = new Account(Clock.systemUTC(), 1);
    Container container = WriterToBeKilled.container(account);
    Database database = account.database("db");
    String tag = container.json().path("_etag").textValue();
    ObjectNode settings = container.state().definition().json();
    database.deleteContainer(container, tag);
    refused(() -> database.replaceContainer(container, settings, tag));
  }

  @Test
  void aPermissionOfADeletedUserLeavesNothing() {
    try (Account account = WriterToBeKilled.account(Ledger.open(file(), false))) {
      Users users = account.createDatabase(named("db")).users();
      users.all().create(named("u"));
      NamedResources permissions = users.permissions("u");
      users.delete("u", null);
      refused(() -> permissions.create(permission()));
    }
    assertThat(stored()).allMatch(key -> key.startsWith("counter/") || key.equals("database/1"));
  }

  private static void refused(ThrowingCallable write) {
    assertThatThrownBy(write)
        .isInstanceOfSatisfying(
            EngineException.class, refusal -> assertThat(refusal.status()).isEqualTo(404));
  }

  private static void addOffer(Account account, Container container) {
    account.offers().add(container.rid(), "self", container.state().id().document(), throughput());
  }

  /** The names of the stored documents, and the other keys. */
  private List<String> stored() {
    List<String> keys = new ArrayList<>();
    try (Ledger ledger = Ledger.open(file(), false)) {
      ledger.read(
          new byte[] {1},
          (key, value) -> keys.add(new String(key, 1, key.length - 1, StandardCharsets.UTF_8)));
      for (byte items = 2; items <= 5; items++) {
        ledger.read(new byte[] {items}, (key, value) -> keys.add("kind " + key[0]));
      }
    }
    return keys;
  }

  private static PartitionKeyValue key() {
    return PartitionKeyValue.parse("[\"p\"]");
  }

  private static ObjectNode item() {
    return named("i").put("pk", "p");
  }

  private static ObjectNode named(String id) {
    return Json.object().put("id", id);
  }

  private static ObjectNode script(String id) {
    return named(id).put("body", "function () {}");
  }

  private static ObjectNode permission() {
    return named("p").put("permissionMode", "Read").put("resource", "dbs/db/colls/c");
  }

  private static ObjectNode throughput() {
    return Json.object().put("offerThroughput", 400);
  }

  private Path file() {
    return directory.resolve("account.mv");
  }
}
