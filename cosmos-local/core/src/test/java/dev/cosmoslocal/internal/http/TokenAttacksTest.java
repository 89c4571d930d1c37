package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A resource token grants exactly what its permission allows. */
class TokenAttacksTest {
  private static final String CONTAINER = "dbs/db/colls/c";
  private static final String DOCS = CONTAINER + "/docs";
  private static final String PLAN = "x-ms-cosmos-is-query-plan-request";
  private static final String QUERY = "x-ms-documentdb-isquery";
  private static final String UPSERTED = "{\"id\":\"x\",\"pk\":\"p\"}";

  private final TokenEmulator emulator = new TokenEmulator();

  TokenAttacksTest() throws IOException {}

  @AfterEach
  void close() {
    emulator.close();
  }

  private void assertRefused(String token, WireRequest request) throws IOException {
    assertStatus(403, token, request);
  }

  private void assertStatus(int status, String token, WireRequest request) throws IOException {
    assertThat(emulator.by(token, request)).startsWith("HTTP/1.1 " + status);
  }

  private void assertKept(String path, String key) throws IOException {
    assertThat(emulator.byKey(WireRequest.of("GET", path).inPartition(key)))
        .startsWith("HTTP/1.1 200")
        .doesNotContain("changed");
  }

  /** An event loop would parse it, and delay all of its connections. */
  @Test
  @Tag("small-heap")
  void aRefusedItemIsNotParsed() throws IOException {
    String large = "{\"id\":\"large\",\"pk\":\"p\",\"text\":\"" + "x".repeat(1_900_000) + "\"}";
    String self =
        TokenEmulator.json(
                emulator.byKey(WireRequest.of("POST", DOCS).inPartition("p").withBody(large)))
            .path("_self")
            .textValue();
    String token = emulator.token("Read", DOCS + "/i", "p");
    for (String path : List.of(DOCS + "/large", self)) {
      WireRequest read = WireRequest.of("GET", path).inPartition("p");
      assertRefused(token, read);
      long before = allocatedBytes();
      assertRefused(token, read);
      // Its bytes are loaded once; its JSON would take several times as much.
      assertThat(allocatedBytes() - before).isLessThan(4_000_000);
    }
  }

  /** By the threads that handle requests. */
  private long allocatedBytes() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && emulator.threads.contains(thread.getThreadName()))
        .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getThreadId()))
        .sum();
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAN, QUERY})
  void aReadTokenDoesNotReplaceAnItemByAQueryHeader(String header) throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    assertRefused(
        token,
        WireRequest.of("PUT", DOCS + "/i")
            .inPartition("p")
            .with(header, "true")
            .withBody("{\"id\":\"i\",\"pk\":\"p\",\"changed\":1}"));
    assertKept(DOCS + "/i", "p");
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAN, QUERY})
  void aReadTokenDoesNotCreateAStoredProcedureByAQueryHeader(String header) throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    emulator.by(
        token,
        WireRequest.of("POST", CONTAINER + "/sprocs")
            .with(header, "true")
            .withBody("{\"id\":\"evil\",\"body\":\"function(){}\"}"));
    assertThat(emulator.send("GET", CONTAINER + "/sprocs/evil", "")).startsWith("HTTP/1.1 404");
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAN, QUERY})
  void aReadTokenDoesNotSendABatchByAQueryHeader(String header) throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    emulator.by(
        token,
        WireRequest.of("POST", DOCS)
            .inPartition("p")
            .with(header, "true")
            .with("x-ms-cosmos-is-batch-request", "true")
            .with("x-ms-cosmos-batch-atomic", "true")
            .withBody("[{\"operationType\":\"Upsert\",\"resourceBody\":" + UPSERTED + "}]"));
    assertThat(emulator.byKey(WireRequest.of("GET", DOCS + "/x").inPartition("p")))
        .startsWith("HTTP/1.1 404");
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAN, QUERY})
  void aReadTokenDoesNotDeleteTheItemsOfAKeyByAQueryHeader(String header) throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    assertRefused(
        token,
        WireRequest.of("POST", CONTAINER + "/operations/partitionkeydelete")
            .inPartition("p")
            .with(header, "true"));
    assertKept(DOCS + "/i", "p");
  }

  @Test
  void aReadTokenDoesNotRunAStoredProcedureByAQueryHeader() throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    WireRequest call = WireRequest.of("POST", CONTAINER + "/sprocs/s").inPartition("p");
    assertRefused(token, call.with(QUERY, "true"));
    assertRefused(token, call.with(PLAN, "true"));
  }

  @Test
  void aReadTokenDoesNotRunATriggerByARead() throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    assertRefused(
        token,
        WireRequest.of("GET", DOCS + "/i")
            .inPartition("p")
            .with("x-ms-documentdb-pre-trigger-include", "t"));
  }

  @Test
  void aTokenForOneKeyDoesNotReadAnotherByThePlanHeader() throws IOException {
    String token = emulator.token("Read", CONTAINER, "p");
    assertStatus(200, token, WireRequest.of("GET", DOCS + "/i").inPartition("p"));
    assertRefused(token, WireRequest.of("GET", DOCS + "/j").inPartition("q").with(PLAN, "true"));
    assertRefused(token, WireRequest.of("GET", DOCS).inPartition("q").with(PLAN, "true"));
    assertRefused(
        token,
        WireRequest.of("GET", DOCS)
            .with("x-ms-documentdb-partitionkeyrangeid", "0")
            .with(PLAN, "1"));
  }

  @Test
  void aTokenForOneKeyDoesNotReachAnotherByTheOperationsOfABulkRequest() throws IOException {
    String token = emulator.token("All", CONTAINER, "p");
    String own =
        "{\"operationType\":\"Upsert\",\"partitionKey\":\"[\\\"p\\\"]\",\"resourceBody\":"
            + UPSERTED
            + "}";
    String foreign = "{\"operationType\":\"Read\",\"id\":\"j\",\"partitionKey\":\"[\\\"q\\\"]\"}";
    WireRequest bulk =
        WireRequest.of("POST", DOCS)
            .inPartition("p")
            .with("x-ms-cosmos-is-batch-request", "true")
            .with("x-ms-cosmos-batch-atomic", "false");
    assertRefused(token, bulk.withBody("[" + own + "," + foreign + "]"));
    assertThat(emulator.byKey(WireRequest.of("GET", DOCS + "/x").inPartition("p")))
        .startsWith("HTTP/1.1 404");
    assertStatus(200, token, bulk.withBody("[" + own + "]"));
    assertStatus(
        200,
        token,
        bulk.without("x-ms-documentdb-partitionkey")
            .with("x-ms-documentdb-partitionkeyrangeid", "0")
            .withBody("[" + own + "]"));
  }

  /** Parsing up to 4 MB on an event loop would block other connections. */
  @Test
  void theBodyOfABulkRequestIsCheckedByAWorkerAndOnlyUpToItsBounds() throws IOException {
    String token = emulator.token("All", CONTAINER, "p");
    String foreign = "{\"operationType\":\"Read\",\"id\":\"j\",\"partitionKey\":\"[\\\"q\\\"]\"}";
    WireRequest bulk =
        WireRequest.of("POST", DOCS)
            .with("x-ms-cosmos-is-batch-request", "true")
            .with("x-ms-documentdb-partitionkeyrangeid", "0");
    emulator.threads.clear();
    assertRefused(token, bulk.withBody("[" + foreign + "]"));
    assertStatus(413, token, bulk.withBody("[" + foreign + " ".repeat(3_000_000) + "]"));
    assertThat(emulator.threads).hasSize(2).allMatch(name -> name.startsWith("cosmos-local-write"));
  }

  @Test
  void anAllTokenForOneKeyNeitherReplacesNorDeletesTheContainer() throws IOException {
    String token = emulator.token("All", CONTAINER, "p");
    String changed =
        emulator
            .send("GET", CONTAINER, "")
            .replaceFirst("(?s).*\r\n\r\n", "")
            .replaceFirst("\\{", "{\"defaultTtl\":7,");
    assertRefused(token, WireRequest.of("PUT", CONTAINER).withBody(changed));
    assertRefused(token, WireRequest.of("PUT", CONTAINER).inPartition("p").withBody(changed));
    assertRefused(token, WireRequest.of("DELETE", CONTAINER).inPartition("p"));
    assertThat(emulator.send("GET", CONTAINER, ""))
        .startsWith("HTTP/1.1 200")
        .doesNotContain("\"defaultTtl\":7");
  }

  @Test
  void anItemsTokenDoesNotList() throws IOException {
    String token = emulator.token("Read", DOCS + "/i", "p");
    assertStatus(200, token, WireRequest.of("GET", DOCS + "/i").inPartition("p"));
    assertRefused(token, WireRequest.of("GET", "dbs"));
    assertRefused(token, WireRequest.of("GET", "dbs/db"));
    assertRefused(token, WireRequest.of("GET", "dbs/db/colls"));
    assertRefused(token, WireRequest.of("GET", DOCS).inPartition("p"));
    assertRefused(token, WireRequest.of("GET", DOCS).with("a-im", "Incremental Feed"));
    assertRefused(token, WireRequest.of("GET", DOCS).with(PLAN, "true"));
  }

  /** Renaming an item would allow writes to any id of its partition key. */
  @Test
  void anItemsTokenDoesNotRenameTheItem() throws IOException {
    String self =
        TokenEmulator.json(emulator.byKey(WireRequest.of("GET", DOCS + "/i").inPartition("p")))
            .path("_self")
            .textValue();
    String byId = emulator.token("All", DOCS + "/i", "p");
    String byRid = emulator.token("All", self, "p");
    WireRequest rename =
        WireRequest.of("PUT", DOCS + "/i")
            .inPartition("p")
            .withBody("{\"id\":\"b\",\"pk\":\"p\",\"big\":\"" + "x".repeat(40_000) + "\"}");
    for (String token : List.of(byId, byRid)) {
      assertRefused(token, rename);
      assertRefused(token, rename.withBody("{\"id\":\"b\",\"pk\":\"p\"}"));
      assertStatus(400, token, rename.withBody("{\"id\":1,\"pk\":\"p\"}"));
      assertStatus(200, token, rename.withBody("{\"id\":\"i\",\"pk\":\"p\"}"));
      WireRequest bySelf = rename.withPath(List.of(self.split("/")));
      assertRefused(token, bySelf);
      assertStatus(200, token, bySelf.withBody("{\"id\":\"i\",\"pk\":\"p\"}"));
    }
    assertThat(emulator.byKey(WireRequest.of("GET", DOCS + "/b").inPartition("p")))
        .startsWith("HTTP/1.1 404");
  }

  @Test
  void aPermissionByResourceIdsReachesThatItemOnly() throws IOException {
    emulator.byKey(
        WireRequest.of("POST", DOCS).inPartition("p").withBody("{\"id\":\"k\",\"pk\":\"p\"}"));
    String item =
        TokenEmulator.json(emulator.byKey(WireRequest.of("GET", DOCS + "/i").inPartition("p")))
            .path("_self")
            .textValue();
    String other =
        TokenEmulator.json(emulator.byKey(WireRequest.of("GET", DOCS + "/k").inPartition("p")))
            .path("_self")
            .textValue();
    for (String byIds : List.of(DOCS + "/i", item)) {
      String token = emulator.token("Read", byIds, "p");
      assertStatus(200, token, WireRequest.of("GET", item).inPartition("p"));
      assertRefused(token, WireRequest.of("GET", other).inPartition("p"));
    }
    String token = emulator.token("All", item, "p");
    assertStatus(200, token, WireRequest.of("GET", DOCS + "/i").inPartition("p"));
    assertRefused(token, WireRequest.of("GET", DOCS + "/k").inPartition("p"));
    assertRefused(token, WireRequest.of("GET", DOCS + "/none").inPartition("p"));
  }

  @Test
  void aScriptsTokenByResourceIdReachesThatScriptOnly() throws IOException {
    String script =
        TokenEmulator.json(emulator.send("GET", CONTAINER + "/udfs/f", ""))
            .path("_self")
            .textValue();
    String token = emulator.token("All", script, "");
    assertStatus(200, token, WireRequest.of("GET", CONTAINER + "/udfs/f"));
    assertRefused(token, WireRequest.of("GET", CONTAINER + "/triggers/t"));
    assertRefused(token, WireRequest.of("GET", CONTAINER + "/sprocs/f"));
    assertStatus(204, token, WireRequest.of("DELETE", CONTAINER + "/udfs/f"));
  }

  @Test
  void anItemsTokenRunsNoTriggers() throws IOException {
    String token = emulator.token("All", DOCS + "/i", "p");
    WireRequest replace =
        WireRequest.of("PUT", DOCS + "/i").inPartition("p").withBody("{\"id\":\"i\",\"pk\":\"p\"}");
    assertStatus(200, token, replace);
    assertRefused(token, replace.with("x-ms-documentdb-post-trigger-include", "t"));
  }

  /** Otherwise, read access to a database would expose its users' tokens. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dbs/db",
        "dbs",
        "",
        "/",
        "offers/x",
        "dbs/db/users/u",
        "dbs/db/users/u/permissions/x",
        "dbs/db/colls",
        "dbs/db/colls/c/docs",
        "dbs/db/colls/c/pkranges/0"
      })
  void aPermissionIsForAContainerAnItemOrAScript(String resource) throws IOException {
    assertThat(emulator.permit("x", "All", resource, "")).startsWith("HTTP/1.1 400");
  }

  /** The service creates such permissions (SDK for Java 2.x, PermissionCrudTest). */
  @ParameterizedTest
  @ValueSource(strings = {"dbs/other/colls/c", "dbs/db/colls/none"})
  void aPermissionForAContainerThatItsDatabaseLacksPermitsNothing(String container)
      throws IOException {
    emulator.send("POST", "dbs", "{'id':'other'}");
    emulator.send(
        "POST", "dbs/other/colls", "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash'}}");
    String token = emulator.token("All", container, "");
    assertRefused(token, WireRequest.of("GET", DOCS + "/i").inPartition("p"));
    assertRefused(token, WireRequest.of("GET", "dbs/other/colls/c/docs").inPartition("p"));
  }

  @Test
  void aTokenDoesNotReadOtherTokens() throws IOException {
    String token = emulator.token("All", CONTAINER, "");
    assertRefused(token, WireRequest.of("GET", "dbs/db/users"));
    assertRefused(token, WireRequest.of("GET", "dbs/db/users/u/permissions"));
    assertRefused(token, WireRequest.of("POST", "dbs/db/users/u/permissions").with(QUERY, "true"));
  }

  @Test
  void aTokenEndsWithItsPermission() throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    WireRequest read = WireRequest.of("GET", DOCS + "/i").inPartition("p");
    assertStatus(200, token, read);
    emulator.send("DELETE", "dbs/db/users/u/permissions/Readdbs-db-colls-c", "");
    assertRefused(token, read);
    emulator.token("Read", CONTAINER, "");
    assertRefused(token, read);
  }

  @Test
  void aTokenEndsWithItsPermissionWhileABodyArrives() throws IOException {
    String token = emulator.token("All", CONTAINER, "");
    WireRequest create = WireRequest.of("POST", DOCS).inPartition("p").withBody(UPSERTED);
    assertThat(
            emulator.by(
                token,
                create,
                () -> emulator.send("DELETE", "dbs/db/users/u/permissions/Alldbs-db-colls-c", "")))
        .startsWith("HTTP/1.1 403");
    assertThat(emulator.byKey(WireRequest.of("GET", DOCS + "/x").inPartition("p")))
        .startsWith("HTTP/1.1 404");
  }

  @Test
  void aTokenIsInvalidForAContainerThatIsRecreatedWhileABodyArrives() throws IOException {
    String token = emulator.token("All", CONTAINER, "");
    WireRequest create = WireRequest.of("POST", DOCS).inPartition("p").withBody(UPSERTED);
    assertThat(emulator.by(token, create, this::recreate)).startsWith("HTTP/1.1 403");
    assertThat(emulator.byKey(WireRequest.of("GET", DOCS + "/x").inPartition("p")))
        .startsWith("HTTP/1.1 404");
  }

  private void recreate() throws IOException {
    emulator.send("DELETE", CONTAINER, "");
    emulator.send(
        "POST", "dbs/db/colls", "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash'}}");
  }

  @Test
  void aTokenEndsWithItsUser() throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    emulator.send("DELETE", "dbs/db/users/u", "");
    assertRefused(token, WireRequest.of("GET", DOCS + "/i").inPartition("p"));
    emulator.send("POST", "dbs/db/users", "{'id':'u'}");
    emulator.token("Read", CONTAINER, "");
    assertRefused(token, WireRequest.of("GET", DOCS + "/i").inPartition("p"));
  }

  @Test
  void aTokenEndsWhenItsPermissionIsReplacedByAnotherOne() throws IOException {
    String token = emulator.token("All", CONTAINER, "");
    String permission = "dbs/db/users/u/permissions/Alldbs-db-colls-c";
    String settings = "{'id':'Alldbs-db-colls-c','permissionMode':'%s','resource':'%s'}";
    WireRequest delete = WireRequest.of("DELETE", DOCS + "/i").inPartition("p");
    emulator.send("PUT", permission, settings.formatted("Read", CONTAINER));
    assertRefused(token, delete);
    emulator.send("PUT", permission, settings.formatted("All", CONTAINER));
    assertStatus(204, token, delete);
  }

  @Test
  void aTokenExpires() throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    emulator.clock.advance(Duration.ofSeconds(3_601));
    assertRefused(token, WireRequest.of("GET", DOCS + "/i").inPartition("p"));
  }

  @Test
  void aTokenIsInvalidForARecreatedContainer() throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    recreate();
    assertRefused(token, WireRequest.of("GET", CONTAINER));
  }

  @Test
  void aTamperedTokenIsUnauthorized() throws IOException {
    String token = emulator.token("Read", CONTAINER, "");
    String other = emulator.token("All", CONTAINER, "");
    String claims = other.substring(other.indexOf(';'));
    WireRequest read = WireRequest.of("GET", DOCS + "/i").inPartition("p");
    assertStatus(401, token.substring(0, token.indexOf(';')) + claims, read);
    assertStatus(401, token.replaceFirst("sig=.", "sig=-"), read);
    assertStatus(401, "type=resource&ver=1&sig=;;;", read);
    assertStatus(401, "type=resource&ver=1&sig=", read);
  }
}
