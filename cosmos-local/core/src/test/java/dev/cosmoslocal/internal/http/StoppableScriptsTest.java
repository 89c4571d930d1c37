package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.TestProcess;
import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.internal.storage.Ledger;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Neither a script's time limit nor the end of the emulator leaves a thread behind, whichever
 * built-in function the script calls. Runs in a process with a small heap.
 */
@Order(1)
@Tag("slow")
@Timeout(240)
class StoppableScriptsTest {
  private static final String KEY = "c2VjcmV0";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String CONTAINER = "dbs/db/colls/c";

  /** The time after the emulator begins to close within which its last thread ends. */
  private static final Duration CLOSED = Duration.ofSeconds(2);

  /** The time between two looks that counts; a busy machine may take longer. */
  private static final Duration LONGEST_STEP = Duration.ofMillis(20);

  /** On a quiet machine they end within two seconds. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private static final Duration LIMIT = Duration.ofMillis(200);
  private static final Duration BEGUN = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofMinutes(10);

  /** Neighbours in the list are alike, so the time limit ends every fifth as a function, too. */
  private static final int SAMPLED = 5;

  private static final String TEXTS =
      "var s = 'a'.repeat(4000000), p = 'a'.repeat(2000000) + 'b', q = 'b' + 'a'.repeat(2000000);";
  private static final String ITERATED = "{length: '4294967295'}";

  private static final List<String> SCRIPTS =
      List.of(
          "Array.prototype.fill.call(" + ITERATED + ", 0)",
          "Array.from(" + ITERATED + ")",
          "Math.max.apply(null, " + ITERATED + ")",
          "Reflect.apply(Math.max, null, " + ITERATED + ")",
          "function f() {} Object.defineProperty(f, 'length', {value: '4294967295'});"
              + " Array.prototype.map.call(f, String)",
          "Array.prototype.slice.call(new Proxy({}, {get: () => 4294967295}))",
          "Array.prototype.slice.call({get length() { return '4294967295'; }})",
          "Array.prototype.indexOf.call({length: '9007199254740991'}, 1)",
          "Array.prototype.sort.call(" + ITERATED + ")",
          "Array.prototype.splice.call(" + ITERATED + ", 0, 4294967295)",
          "var o = {length: '1000000', [Symbol.isConcatSpreadable]: true}; var a = [];"
              + " for (var i = 0; i < 1000; i++) a[i] = o; [].concat.apply([], a)",
          "var b = new Array(1000000), a = [], n = 0; Object.defineProperty(a, 0, {get: () => n++ ?"
              + " b : 0}); for (var i = 1; i < 1000; i++) a[i] = a; a.flat(100)",
          "for (;;) { s.indexOf(p); }",
          "for (;;) { s.lastIndexOf(q); }",
          "for (;;) { s.includes(p); }",
          "for (;;) { s.split(p); }",
          "for (;;) { s.replace(p, ''); }",
          "for (;;) { s.replaceAll(p, ''); }",
          "for (;;) { String.replace(s, p, ''); }",
          "for (;;) { s.search(p) + s.match(p); }",
          "for (;;) { s.replace(new RegExp(p, 'i'), ''); }",
          "for (;;) { '\u0301\u0316'.repeat(100000).normalize(); }",
          "for (;;) { '\u0301\u0316'.repeat(100000).localeCompare('\u0316'); }",
          "for (;;) { s.localeCompare(s + 'b'); }",
          "for (;;) { JSON.parse('[' + '1,'.repeat(1000000) + '1]'); }",
          "for (;;) { Date.parse(s) + Number('1' + s) + parseInt(s, 36); }",
          "var a = []; for (var i = 0; i < 100000; i++) a[i] = s + i % 9; a.sort()",
          "var a = []; for (var i = 0; i < 100000; i++) a[i] = s + i; a.indexOf(s + 'x')",
          "var a = []; for (var i = 0; i < 100000; i++) a[i] = s; a.map(Number)",
          "var a = []; for (;;) { a = [a, a]; a.join(); }",
          "var proxy = new Proxy({}, {getPrototypeOf: () => proxy}); proxy instanceof Object",
          "var proxy = new Proxy({}, {getPrototypeOf: () => proxy});"
              + " Object.prototype.isPrototypeOf.call(Array.prototype, proxy)",
          "for (;;) { Object.keys(s); }",
          "for (;;) { Object.entries(s.substring(0, 1000000)); }",
          "for (;;) { Object.assign({}, s); }",
          "for (;;) { [...s]; }",
          "for (;;) { new Set(s); }",
          "for (;;) { ({...s}); }",
          "for (;;) { ({...new String(s)}); }",
          iterated("Object", "[...it]"),
          iterated("Object", "new Set(it)"),
          iterated("Object.bind(null, {value: it})", "new WeakSet(it)"),
          iterated("Object.bind(null, {value: [1, 1]})", "new Map(it)"),
          iterated("Object.bind(null, {value: [it, 1]})", "new WeakMap(it)"),
          iterated("Object.bind(null, {value: [1, 1]})", "Object.fromEntries(it)"),
          iterated("Object.bind(null, {value: 1})", "Object.groupBy(it, String)"),
          iterated("Object", "Promise.all(it)"),
          iterated("Object", "Promise.race(it)"),
          iterated("TypeError", "new Set(it)"),
          iterated("RegExp", "new Set(it)"),
          iterated("Object.prototype.valueOf", "new Set(it)"),
          iterated("Function.prototype.bind.bind(Object)", "new Set(it)"),
          iterated("[].values", "new Set(it)"),
          iterated("Object", "function* g() { yield* it; } [...g()]"),
          "var r = /x/g; r.exec = Object; r[Symbol.match]('x')",
          "var r = /x/g; r.exec = Object; r[Symbol.replace]('x', 'y')",
          "var a = [1]; a.constructor = {[Symbol.species]: function () { return {length: 1e15}; }};"
              + " for (;;) { a.map(String).concat(a); }",
          "Promise.resolve().then(function again() { return Promise.resolve().then(again); })");

  /** Something with an endless iterator whose functions are built-in ones. */
  private static String iterated(String next, String statements) {
    return "var it = {[Symbol.iterator]: Object.prototype.valueOf}; it.next = "
        + next
        + "; "
        + statements;
  }

  @Test
  void eachScriptEndsWithTheEmulatorAndWithItsTime() throws Exception {
    Process process =
        TestProcess.of(256, StoppableScriptsTest.class).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(output.lines().filter(line -> !line.startsWith("SLF4J"))).containsExactly("done");
  }

  /** Prints each script whose thread ran on, and what the emulator reported of its memory. */
  public static void main(String[] arguments) throws Exception {
    check("var warm = 1", true, LIMIT);
    for (int i = 0; i < SCRIPTS.size(); i++) {
      check(SCRIPTS.get(i), true, LIMIT);
      check(SCRIPTS.get(i), true, LONG);
      check(SCRIPTS.get(i), false, LONG);
      if (i % SAMPLED == 0) {
        check(SCRIPTS.get(i), false, LIMIT);
      }
    }
    System.out.println("done");
    System.exit(0);
  }

  private static void check(String script, boolean procedure, Duration limit) throws Exception {
    Account account =
        new Account(
            Clock.systemUTC(),
            new Partitioning(1, false),
            Ledger.NONE,
            new ScriptEngine(new ScriptLimits(limit, 100), System::nanoTime, () -> "id"),
            ServiceConditions.NONE,
            new BudgetLimits(LONG, Long.MAX_VALUE, 64L << 20));
    HttpServer server =
        HttpServer.start(
            account,
            new ServerConfig(
                0, KEY, Clock.fixed(NOW, ZoneOffset.UTC), () -> "activity", served -> {}));
    Wire wire = new Wire(server.port(), KEY, NOW);
    wire.send(WireRequests.createDatabase());
    wire.send(WireRequests.createContainer());
    wire.send(WireRequests.upsertItem());
    ObjectNode body =
        Json.object().put("id", "s").put("body", "function () { " + TEXTS + script + "; }");
    String kind = procedure ? "/sprocs" : "/udfs";
    wire.send(WireRequest.of("POST", CONTAINER + kind).withBody(body.toString()));
    FutureTask<String> response = new FutureTask<>(() -> send(wire, procedure));
    Thread caller = new Thread(response, "caller");
    caller.start();
    String name = (procedure ? "procedure " : "function ") + script + " within " + limit;
    if (limit.equals(LONG)) {
      report(name + " never ran", within(GRACE, () -> response.isDone() || hasRun()));
    } else {
      report(name + " is not answered", within(limit.plus(GRACE), response::isDone));
      report(name + " runs on", within(GRACE, () -> !runs("cosmos-local-script")));
    }
    if (response.isDone()) {
      report(
          name + ": " + response.get(),
          response.get().matches("(?s)HTTP/1.1 (200|400|408|413|429).*"));
    }
    FutureTask<Void> close =
        new FutureTask<>(
            () -> {
              server.close();
              account.close();
              return null;
            });
    new Thread(close, "closer").start();
    report(
        name + " outlives the emulator",
        within(CLOSED, () -> close.isDone() && !isAlive("cosmos-local-")));
    close.get();
    caller.join();
  }

  private static String send(Wire wire, boolean procedure) {
    WireRequest call =
        procedure
            ? WireRequest.of("POST", CONTAINER + "/sprocs/s").withBody("[]")
            : WireRequest.of("POST", CONTAINER + "/docs")
                .with("x-ms-documentdb-isquery", "true")
                .with("content-type", "application/query+json")
                .withBody("{\"query\":\"SELECT VALUE udf.s() FROM c\"}");
    try {
      return wire.send(call.inPartition("p"));
    } catch (IOException closed) {
      return "closed";
    }
  }

  private static void report(String failure, boolean holds) {
    if (!holds) {
      System.out.println(failure);
    }
  }

  /** The time doesn't include that in which a busy machine lets this thread wait. */
  private static boolean within(Duration time, BooleanSupplier condition) {
    long left = time.toNanos();
    long last = System.nanoTime();
    boolean holds = condition.getAsBoolean();
    while (!holds && left > 0) {
      LockSupport.parkNanos(1_000_000);
      long now = System.nanoTime();
      left -= Math.min(now - last, LONGEST_STEP.toNanos());
      last = now;
      holds = condition.getAsBoolean();
    }
    return holds;
  }

  private static boolean isAlive(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith(name));
  }

  /** Whether a script has used its thread for longer than it takes to begin. */
  private static boolean hasRun() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("cosmos-local-script"))
        .anyMatch(thread -> threads.getThreadCpuTime(thread.getId()) > BEGUN.toNanos());
  }

  private static boolean runs(String name) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith(name))
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .anyMatch(frame -> frame.getClassName().startsWith("org.mozilla"));
  }
}
