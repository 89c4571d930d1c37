package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.internal.storage.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Endless queries, conditions and scripts don't affect other requests, and end with the emulator.
 */
@Tag("slow")
@Isolated("It counts threads, and others would slow it down.")
@Timeout(120)
class HostileWorkTest {
  private static final String KEY =
      Base64.getEncoder().encodeToString("secret".getBytes(StandardCharsets.UTF_8));
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofMillis(300);

  /** An idle script thread ends by itself after ten seconds. */
  private static final long SOONER_THAN_IDLE_ENDS = 8_000;

  private static final String DOCS = "dbs/db/colls/c/docs";
  private static final String HUNDRED =
      IntStream.range(0, 100).mapToObj(String::valueOf).collect(Collectors.joining(",", "[", "]"));

  private final Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
  private final FailingClock clock = new FailingClock();
  private @Nullable Account account;
  private @Nullable HttpServer server;

  private Wire start(Duration time) throws IOException {
    Account opened =
        new Account(
            clock,
            new Partitioning(2, false),
            Ledger.NONE,
            new ScriptEngine(new ScriptLimits(LONG, 100), System::nanoTime, () -> "id"),
            ServiceConditions.NONE,
            new BudgetLimits(time, Long.MAX_VALUE, Long.MAX_VALUE));
    account = opened;
    server =
        HttpServer.start(
            opened,
            new ServerConfig(
                0, KEY, Clock.fixed(NOW, ZoneOffset.UTC), () -> "activity", served -> {}));
    Wire wire = new Wire(server.port(), KEY, NOW);
    wire.send(WireRequests.createDatabase());
    wire.send(WireRequests.createContainer());
    assertThat(wire.send(WireRequests.upsertItem())).startsWith("HTTP/1.1 201");
    return wire;
  }

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
    if (account != null) {
      account.close();
    }
  }

  private static String joins() {
    return IntStream.range(0, 10)
        .mapToObj(i -> " JOIN j" + i + " IN (SELECT VALUE " + HUNDRED + ")")
        .collect(Collectors.joining());
  }

  private static WireRequest query(String path) {
    return WireRequest.of("POST", path)
        .with("x-ms-documentdb-isquery", "true")
        .with("content-type", "application/query+json")
        .inPartition("p")
        .withBody("{\"query\":\"SELECT VALUE 1 FROM c" + joins() + " WHERE false\"}");
  }

  private static WireRequest patch() {
    String condition =
        "FROM c WHERE EXISTS(SELECT VALUE 1 FROM x IN c.a" + joins() + " WHERE false)";
    return WireRequest.of("PATCH", DOCS + "/i")
        .inPartition("p")
        .with("content-type", "application/json-patch+json")
        .withBody(
            "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}],\"condition\":\""
                + condition
                + "\"}");
  }

  private static WireRequest procedure(String body) {
    return WireRequest.of("POST", "dbs/db/colls/c/sprocs")
        .withBody("{\"id\":\"s\",\"body\":\"" + body + "\"}");
  }

  private static WireRequest execution() {
    return WireRequest.of("POST", "dbs/db/colls/c/sprocs/s").inPartition("q").withBody("[]");
  }

  static List<WireRequest> evaluations() {
    return List.of(
        query(DOCS),
        query(DOCS)
            .without("x-ms-documentdb-partitionkey")
            .with("x-ms-documentdb-query-enablecrosspartition", "true"),
        query("dbs"),
        query("dbs/db/colls"),
        query("dbs/db/users"),
        query("offers"),
        query("dbs/db/colls/c/sprocs"),
        patch());
  }

  /** More requests than event loops. */
  @ParameterizedTest
  @MethodSource("evaluations")
  void userCodeIsNeverEvaluatedOnAnEventLoop(WireRequest evaluation) throws IOException {
    Wire wire = start(LONG);
    wire.send(procedure("function () {}"));
    wire.send(WireRequest.of("POST", "dbs/db/users").withBody("{\"id\":\"u\"}"));
    assertServesBeside(wire, evaluation);
  }

  private static void assertServesBeside(Wire wire, WireRequest slow) throws IOException {
    List<Socket> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        Socket socket = wire.connect();
        socket.getOutputStream().write(wire.signed(slow));
        waiting.add(socket);
      }
      for (int i = 0; i < 10; i++) {
        assertThat(wire.send(WireRequests.readItem())).startsWith("HTTP/1.1 200");
      }
      assertThat(waiting.get(0).getInputStream().available()).isZero();
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  /** A replace with another indexing policy locks the container until the indexes are rebuilt. */
  @Test
  void theDeleteOfALockedContainerDoesNotBlockAnEventLoop() throws IOException {
    Wire wire = start(LONG);
    Container container = Objects.requireNonNull(account).database("db").container("c");
    synchronized (container) {
      assertServesBeside(wire, WireRequest.of("DELETE", "dbs/db/colls/c"));
    }
  }

  @Test
  void theConditionOfABulkPatchDoesNotBlockAnEventLoop() throws IOException {
    Wire wire = start(LONG);
    String operation = "\"operationType\":\"Patch\",\"resourceBody\":" + patch().body();
    try (Socket socket = wire.connect()) {
      socket.getOutputStream().write(wire.signed(bulk(operation, 1)));
      await().atMost(Duration.ofSeconds(30)).until(HostileWorkTest::evaluatesACondition);
      assertServesBeside(wire, WireRequest.of("DELETE", DOCS + "/j").inPartition("p"));
    }
  }

  /** A patch evaluates its condition while it holds the lock of the partition. */
  private static boolean evaluatesACondition() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().equals(ItemOperation.Patch.class.getName()));
  }

  private static WireRequest item(int numbers) {
    String array =
        IntStream.range(0, numbers).mapToObj(String::valueOf).collect(Collectors.joining(","));
    return WireRequests.upsertItem()
        .withBody("{\"id\":\"i\",\"pk\":\"p\",\"n\":1,\"a\":[" + array + "]}");
  }

  /** Each property and element of an item has an entry in the index. */
  @Test
  @Tag("small-heap")
  void workersParseEachBodyAndDeleteLargeItems() throws IOException {
    Wire wire = start(LONG);
    WireRequest increment =
        patch().withBody("{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}");
    assertThat(writers(wire, item(10))).containsOnly("write");
    assertThat(writers(wire, item(10_000))).containsOnly("write");
    assertThat(writers(wire, increment)).containsOnly("write");
    assertThat(wire.send(WireRequests.readItem())).contains("\"n\":2,");
    assertThat(writers(wire, item(10))).containsOnly("write");
    assertThat(writers(wire, increment)).containsOnly("write");
    assertThat(writers(wire, WireRequests.query("SELECT * FROM c"))).containsOnly("read");
    WireRequest delete = WireRequest.of("DELETE", DOCS + "/i").inPartition("p");
    assertThat(writers(wire, self(wire))).containsOnly("http");
    assertThat(writers(wire, delete)).containsOnly("http");
    wire.send(item(10_000));
    assertThat(writers(wire, self(wire))).containsOnly("write");
    assertThat(writers(wire, delete)).contains("write");
    assertThat(wire.send(WireRequests.readItem())).startsWith("HTTP/1.1 404");
  }

  /** A read by resource ids, which finds the id of the item in its JSON. */
  private static WireRequest self(Wire wire) throws IOException {
    String self = TokenEmulator.json(wire.send(WireRequests.readItem())).path("_self").textValue();
    return WireRequest.of("GET", self).inPartition("p");
  }

  /** Returns the kinds of threads that read the clock during a request. */
  private Set<String> writers(Wire wire, WireRequest request) throws IOException {
    clock.threads.clear();
    assertThat(wire.send(request)).startsWith("HTTP/1.1 20");
    return clock.threads.stream()
        .map(name -> name.replaceAll("cosmos-local-(\\w+)-.*", "$1"))
        .collect(Collectors.toSet());
  }

  @Test
  void longQueriesOnAllWorkersTimeOutAndTheNextOneSucceeds() throws IOException {
    Wire wire = start(SHORT);
    List<Socket> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Socket socket = wire.connect();
      socket.getOutputStream().write(wire.signed(query(DOCS)));
      waiting.add(socket);
    }
    for (Socket socket : waiting) {
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 408")
          .contains("\"code\":\"RequestTimeout\"");
      socket.close();
    }
    assertThat(wire.send(WireRequests.query("SELECT * FROM c"))).startsWith("HTTP/1.1 200");
  }

  /** More queries than threads for long reads. */
  @Test
  void queriesOfAllPartitionsDoNotDelayShortReads() throws IOException {
    Wire wire = start(LONG);
    WireRequest plan =
        WireRequests.query("SELECT * FROM c")
            .without("x-ms-documentdb-isquery")
            .without("x-ms-documentdb-partitionkey")
            .with("x-ms-cosmos-is-query-plan-request", "true");
    WireRequest list = WireRequest.of("GET", DOCS);
    WireRequest changes = list.with("a-im", "Incremental Feed");
    List<Socket> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < 5; i++) {
        Socket socket = wire.connect();
        socket
            .getOutputStream()
            .write(
                wire.signed(
                    query(DOCS)
                        .without("x-ms-documentdb-partitionkey")
                        .with("x-ms-documentdb-query-enablecrosspartition", "true")));
        waiting.add(socket);
      }
      for (WireRequest read :
          List.of(plan, WireRequests.query("SELECT * FROM c"), list.inPartition("p"), changes)) {
        assertThat(wire.send(read)).startsWith("HTTP/1.1 200");
      }
      assertThat(waiting.get(0).getInputStream().available()).isZero();
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  private static WireRequest bulk(String operation, int count) {
    String one = "{\"partitionKey\":\"[\\\"p\\\"]\",\"id\":\"i\"," + operation + "}";
    return WireRequest.of("POST", DOCS)
        .with("x-ms-cosmos-is-batch-request", "true")
        .with("x-ms-cosmos-batch-continue-on-error", "true")
        .with("x-ms-documentdb-partitionkeyrangeid", "0")
        .withBody("[" + String.join(",", Collections.nCopies(count, one)) + "]");
  }

  private static int count(String part, String text) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  @Test
  void theResponseOfABulkRequestIsBounded() throws IOException {
    Wire wire = start(LONG);
    wire.send(
        WireRequests.upsertItem()
            .withBody("{\"id\":\"i\",\"pk\":\"p\",\"s\":\"" + "x".repeat(1 << 20) + "\"}"));
    String increment =
        "\"operationType\":\"Patch\",\"resourceBody\":{\"operations\":[{\"op\":\"incr\","
            + "\"path\":\"/n\",\"value\":1}]}";
    for (String operation : List.of("\"operationType\":\"Read\"", increment)) {
      String answer = wire.send(bulk(operation, 20));
      assertThat(answer.length()).isLessThan(6 << 20);
      assertThat(count("\"resourceBody\"", answer)).isBetween(3, 4);
      assertThat(count("\"statusCode\":413", answer)).isBetween(16, 17);
    }
    // A request that is rejected with 413 has no effect.
    assertThat(wire.send(WireRequests.readItem())).contains("\"n\":4,");
  }

  @Test
  void theConditionsOfARequestShareOneTimeLimit() throws IOException {
    Wire wire = start(SHORT);
    String body = patch().body();
    long began = System.nanoTime();
    assertThat(wire.send(bulk("\"operationType\":\"Patch\",\"resourceBody\":" + body, 50)))
        .contains("\"statusCode\":408");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
  }

  /** A body with two characters per value, whose tree takes thirty times as much memory. */
  @Test
  void parsedBodiesCountAsMemoryOfTheProcess() throws IOException {
    Wire wire = start(LONG);
    String empty = "[" + "{},".repeat(40_000) + "{}]";
    WireRequest query =
        query(DOCS)
            .withBody(
                "{\"query\":\"SELECT VALUE c.id FROM"
                    + " c\",\"parameters\":[{\"name\":\"@p\",\"value\":"
                    + empty
                    + "}]}");
    String item = "{\"id\":\"i\",\"pk\":\"p\",\"n\":1,\"v\":" + empty + "}";
    WireRequest write = WireRequests.upsertItem().withBody(item);
    WireRequest increment =
        patch().withBody("{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}");
    assertThat(wire.send(write)).startsWith("HTTP/1.1 200");
    List<String> refused = new ArrayList<>();
    Budget.runRequest(
        () -> {
          takeAllButAMegabyte();
          for (WireRequest request : List.of(query, write, increment)) {
            refused.add(sent(wire, request));
          }
          assertThat(sent(wire, WireRequests.readItem())).startsWith("HTTP/1.1 200");
        });
    assertThat(refused)
        .allSatisfy(
            answer ->
                assertThat(answer).startsWith("HTTP/1.1 429").contains("x-ms-retry-after-ms"));
    for (WireRequest request : List.of(query, write, increment)) {
      assertThat(wire.send(request)).startsWith("HTTP/1.1 200");
    }
  }

  /** A request releases its memory after its response. */
  private static void takeAllButAMegabyte() {
    Budget budget = Budget.current();
    long before = budget.allocated();
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInSameThread()
        .until(
            () -> {
              try {
                budget.allocate(Runtime.getRuntime().maxMemory() / 3 - (1 << 20));
                return true;
              } catch (BudgetExceededException busy) {
                budget.release(before);
                return false;
              }
            });
  }

  private static String sent(Wire wire, WireRequest request) {
    try {
      return wire.send(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anOperationHasOneTriggerOfEachKind() throws IOException {
    Wire wire = start(LONG);
    assertThat(
            wire.send(
                WireRequests.upsertItem().with("x-ms-documentdb-pre-trigger-include", "t, t,t")))
        .startsWith("HTTP/1.1 400")
        .contains("one pre-trigger");
  }

  @Test
  void aSlowConditionTimesOutAndNothingIsWritten() throws IOException {
    Wire wire = start(SHORT);
    assertThat(wire.send(patch())).startsWith("HTTP/1.1 408");
    assertThat(wire.send(WireRequests.readItem())).contains("\"n\":1,");
  }

  @Test
  void queriesOfADisconnectedClientEnd() throws IOException {
    Wire wire = start(LONG);
    for (int i = 0; i < 20; i++) {
      Socket socket = wire.connect();
      socket.getOutputStream().write(wire.signed(query(DOCS)));
      socket.close();
    }
    assertThat(wire.send(WireRequests.query("SELECT * FROM c"))).startsWith("HTTP/1.1 200");
  }

  @Test
  void scriptsOfADisconnectedClientEnd() throws IOException {
    Wire wire = start(LONG);
    wire.send(procedure("function () { for (;;) {} }"));
    Socket socket = wire.connect();
    socket.getOutputStream().write(wire.signed(execution()));
    socket.close();
    // A script locks its partition, so this one runs after the other one has ended.
    wire.send(
        procedure("function () {}")
            .withVerb("PUT")
            .withPath(List.of("dbs", "db", "colls", "c", "sprocs", "s")));
    assertThat(wire.send(execution())).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "patch", "script"})
  void theEmulatorClosesPromptlyAndStopsItsWorkers(String kind) throws Exception {
    Wire wire = start(LONG);
    wire.send(procedure("function () { for (;;) { 'x'.repeat(1000); } }"));
    WireRequest work =
        kind.equals("query") ? query(DOCS) : kind.equals("patch") ? patch() : execution();
    List<Socket> waiting = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Socket socket = wire.connect();
      socket.getOutputStream().write(wire.signed(work));
      waiting.add(socket);
    }
    assertThat(wire.send(WireRequests.readItem())).startsWith("HTTP/1.1 200");
    await().atMost(Duration.ofSeconds(30)).until(() -> !workers().isEmpty());
    close();
    for (Thread thread : workers()) {
      thread.join(SOONER_THAN_IDLE_ENDS);
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
    for (Socket socket : waiting) {
      socket.close();
    }
  }

  /** The work on the request ignores its cancellation. */
  @Test
  void aResponseAfterTheEndIsDropped() throws Exception {
    Wire wire = start(LONG);
    List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
    clock.threads.clear();
    clock.held = true;
    try (Socket socket = wire.connect()) {
      socket.getOutputStream().write(wire.signed(WireRequests.query("SELECT * FROM c")));
      await().atMost(Duration.ofSeconds(30)).until(() -> !clock.threads.isEmpty());
      close();
      Set<Thread> late = workers();
      assertThat(late).isNotEmpty();
      clock.held = false;
      for (Thread thread : late) {
        thread.join(SOONER_THAN_IDLE_ENDS);
      }
      assertThat(uncaught).isEmpty();
    } finally {
      clock.held = false;
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Returns the emulator's worker threads. This works because test classes run sequentially. */
  private Set<Thread> workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches("cosmos-local-(query|read|write|script).*"))
        .filter(thread -> !threadsBefore.contains(thread))
        .collect(Collectors.toSet());
  }

  @Test
  void anErrorInAWorkerReturns500() throws IOException {
    Wire wire = start(LONG);
    for (Error error :
        List.of(
            new StackOverflowError("provoked"),
            new OutOfMemoryError("provoked"),
            new NoClassDefFoundError("provoked"))) {
      clock.failure.set(error);
      assertThat(wire.send(WireRequests.query("SELECT * FROM c")))
          .startsWith("HTTP/1.1 500")
          .contains("\"code\":\"InternalServerError\"");
      clock.failure.set(null);
      assertThat(wire.send(WireRequests.query("SELECT * FROM c"))).startsWith("HTTP/1.1 200");
    }
  }

  /** A clock that can be made to throw an error or to wait. Each page of a query reads it. */
  private static final class FailingClock extends Clock {
    private final AtomicReference<@Nullable Error> failure = new AtomicReference<>();
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean held;

    @Override
    public Instant instant() {
      threads.add(Thread.currentThread().getName());
      while (held) {
        LockSupport.parkNanos(1_000_000);
      }
      Error error = failure.get();
      if (error != null) {
        throw error;
      }
      return NOW;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
