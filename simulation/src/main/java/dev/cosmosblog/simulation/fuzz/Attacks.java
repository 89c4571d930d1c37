package dev.cosmosblog.simulation.fuzz;

import dev.cosmosblog.simulation.fuzz.WireRequest.Credentials;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The sequence of attacks of one client, which has a separate database. Equal seeds cause equal
 * sequences, apart from dates, signatures and the emulator's tokens.
 */
final class Attacks {
  /** The database that nobody but the key may read, and the text that its item has. */
  static final String CANARY = "canary";

  static final String SECRET = "a-secret-that-no-answer-may-show";

  /** The header whose value is the client's last continuation token. */
  static final String CONTINUATION = "x-ms-continuation";

  private static final List<String> CANARY_PATHS =
      List.of(
          "dbs/canary",
          "dbs/canary/colls",
          "dbs/canary/colls/c",
          "dbs/canary/colls/c/docs",
          "dbs/canary/colls/c/docs/secret",
          "dbs/canary/colls/c/pkranges",
          "dbs/canary/users",
          "dbs/canary/users/u/permissions",
          "dbs/canary/colls/c/sprocs",
          "offers",
          "dbs",
          "");
  private static final List<String> VERBS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW");
  private static final List<String> HEADERS =
      List.of(
          "x-ms-documentdb-partitionkey",
          "x-ms-documentdb-partitionkeyrangeid",
          "x-ms-documentdb-isquery",
          "x-ms-cosmos-is-query-plan-request",
          "x-ms-cosmos-is-batch-request",
          "x-ms-cosmos-batch-atomic",
          "x-ms-documentdb-is-upsert",
          "x-ms-max-item-count",
          "x-ms-start-epk",
          "x-ms-end-epk",
          "x-ms-session-token",
          "a-im",
          "if-none-match",
          "if-match",
          "x-ms-consistency-level",
          "x-ms-offer-throughput",
          "x-ms-documentdb-pre-trigger-include",
          "content-type",
          "authorization",
          "x-ms-cosmos-intended-collection-rid",
          "if-modified-since");

  /** The definition of the client's container, without its end. */
  private static final String CONTAINER =
      "{\"id\":\"c\",\"partitionKey\":{\"kind\":\"Hash\",\"paths\":[\"/pk\"],\"version\":2}";

  private static final int RESET_AFTER = 250;
  private static final int ITEMS = 10;

  /**
   * A request of a sequence.
   *
   * @param kind its kind, for the table
   * @param leaves whether the client disconnects without waiting for the response
   */
  record Attack(String kind, WireRequest request, boolean leaves) {}

  private final String database;
  private final String container;
  private final HostileTexts texts;
  private final Queue<Attack> next = new ArrayDeque<>();
  private int sent;

  Attacks(long seed, int client) {
    this.database = database(client);
    this.container = "dbs/" + database + "/colls/c";
    this.texts = new HostileTexts(new SplittableRandom(seed * 1_000_003 + client));
  }

  /** Returns the next attack. Sometimes recreates the client's database. */
  Attack next() {
    if (sent++ % RESET_AFTER == 0) {
      setUp();
    }
    if (next.isEmpty()) {
      add();
    }
    return next.remove();
  }

  private void set(WireRequest request) {
    next.add(new Attack("set up", request, false));
  }

  private void setUp() {
    next.clear();
    set(WireRequest.of("DELETE", "dbs/" + database));
    set(WireRequest.of("POST", "dbs").withBody("{\"id\":\"" + database + "\"}"));
    set(WireRequest.of("POST", "dbs/" + database + "/colls").withBody(CONTAINER + "}"));
    String numbers =
        IntStream.range(0, 100).mapToObj(String::valueOf).collect(Collectors.joining(","));
    for (int i = 0; i < ITEMS; i++) {
      set(
          WireRequest.of("POST", container + "/docs")
              .inPartition("p")
              .withBody(
                  "{\"id\":\"i%d\",\"pk\":\"p\",\"n\":%d,\"a\":[%s],\"s\":\"%s\"}"
                      .formatted(i, i, numbers, "ax".repeat(500))));
    }
    set(
        WireRequest.of("POST", container + "/udfs")
            .withBody("{\"id\":\"f\",\"body\":\"function (x) { for (;;) {} }\"}"));
    set(WireRequest.of("POST", "dbs/" + database + "/users").withBody("{\"id\":\"u\"}"));
    set(
        WireRequest.of("POST", "dbs/" + database + "/users/u/permissions")
            .withBody(
                "{\"id\":\"p\",\"permissionMode\":\"All\",\"resource\":\"" + container + "\"}"));
  }

  static String database(int client) {
    return "w" + client;
  }

  private void add() {
    int what = texts.below(100);
    if (what < 10) {
      unauthorized();
    } else if (what < 20) {
      script();
    } else {
      WireRequest request = request();
      boolean mutated = texts.chance(30);
      next.add(
          mutated
              ? new Attack("mutated request", mutated(request), false)
              : new Attack(kind(request), request, texts.chance(1)));
    }
  }

  private static String kind(WireRequest request) {
    boolean query = request.headers().containsKey("x-ms-documentdb-isquery");
    return query
        ? "query"
        : request.headers().containsKey("x-ms-cosmos-is-batch-request")
            ? "batch"
            : request.verb().equals("PATCH") ? "patch" : "other request";
  }

  private WireRequest request() {
    String item = "i" + texts.below(ITEMS);
    return switch (texts.below(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> query();
      case 7, 8 -> patch(item);
      case 9, 10, 11 -> batch();
      case 12 -> at("GET", "/docs/" + item);
      case 13 -> at("PUT", "/docs/" + item).withBody(texts.item(item));
      case 14 ->
          at("POST", "/docs")
              .withBody(texts.item("n" + texts.below(50)))
              .with("x-ms-documentdb-is-upsert", "true");
      case 15 -> at("DELETE", "/docs/n" + texts.below(50));
      case 16 ->
          at("GET", "/docs")
              .with("a-im", texts.pick(List.of("Incremental Feed", "Full-Fidelity Feed")))
              .with("if-none-match", texts.odd());
      case 17 ->
          WireRequest.of("PUT", container)
              .withBody(
                  CONTAINER
                      + ",\"defaultTtl\":"
                      + texts.json(1)
                      + ",\"indexingPolicy\":"
                      + texts.json(3)
                      + "}");
      case 18 ->
          WireRequest.of("POST", container + "/triggers")
              .withBody(
                  "{\"id\":\"t\",\"triggerType\":\"Pre\",\"triggerOperation\":\"All\",\"body\":"
                      + HostileTexts.quoted(texts.script())
                      + "}");
      default ->
          WireRequest.of(
              "GET",
              texts.pick(
                  List.of(
                      container + "/pkranges", container, "dbs", "offers", container + "/docs")));
    };
  }

  private WireRequest at(String verb, String rest) {
    WireRequest request = WireRequest.of(verb, container + rest).inPartition("p");
    return texts.chance(5) ? request.with("x-ms-documentdb-pre-trigger-include", "t") : request;
  }

  private WireRequest query() {
    WireRequest query = WireRequest.query(container + "/docs", texts.query());
    query = query.with("x-ms-max-item-count", texts.pick(List.of("1", "7", "100", "-1", "100000")));
    query = texts.chance(10) ? query.with(CONTINUATION, "") : query;
    return switch (texts.below(6)) {
      case 0 -> query.with("x-ms-documentdb-query-enablecrosspartition", "true");
      case 1 -> query.with("x-ms-documentdb-partitionkeyrangeid", String.valueOf(texts.below(6)));
      case 2 ->
          query
              .without("x-ms-documentdb-isquery")
              .with("x-ms-cosmos-is-query-plan-request", "True")
              .with(
                  "x-ms-cosmos-supported-query-features",
                  "Aggregate, OrderBy, Distinct, GroupBy, Top");
      default -> query.inPartition("p");
    };
  }

  private WireRequest patch(String item) {
    String operations =
        IntStream.range(0, 1 + texts.below(texts.chance(10) ? 12 : 3))
            .mapToObj(
                i ->
                    "{\"op\":\""
                        + texts.pick(
                            List.of("set", "set", "add", "incr", "remove", "replace", "move"))
                        + "\",\"path\":"
                        + HostileTexts.quoted(
                            texts.chance(10)
                                ? texts.pick(List.of("/", "", "/id", "/_ts", "/v/x"))
                                : texts.pick(List.of("/n", "/a/0", "/a/-", "/m")))
                        + ",\"from\":\"/s\",\"value\":"
                        + (texts.chance(50) ? "1" : texts.json(2))
                        + "}")
            .collect(Collectors.joining(","));
    String condition = "FROM c WHERE " + texts.expression(texts.below(4));
    return at("PATCH", "/docs/" + item)
        .with("content-type", "application/json-patch+json")
        .withBody(
            "{\"operations\":["
                + operations
                + "],\"condition\":"
                + HostileTexts.quoted(condition)
                + "}");
  }

  private WireRequest batch() {
    String operations =
        IntStream.range(0, texts.chance(10) ? 120 : texts.below(10))
            .mapToObj(i -> operation())
            .collect(Collectors.joining(","));
    WireRequest batch =
        at("POST", "/docs")
            .with("x-ms-cosmos-is-batch-request", "true")
            .withBody("[" + operations + "]");
    return texts.chance(50)
        ? batch.with("x-ms-cosmos-batch-atomic", "true")
        : batch
            .without("x-ms-documentdb-partitionkey")
            .with("x-ms-cosmos-batch-continue-on-error", "true")
            .with("x-ms-documentdb-partitionkeyrangeid", String.valueOf(texts.below(5)));
  }

  private String operation() {
    String id = "n" + texts.below(50);
    String type =
        texts.pick(List.of("Create", "Upsert", "Read", "Replace", "Delete", "Patch", "Fly"));
    String body =
        type.equals("Patch")
            ? "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":"
                + texts.json(0)
                + "}],\"condition\":"
                + HostileTexts.quoted("from c where " + texts.expression(2))
                + "}"
            : texts.chance(10) ? texts.item(id) : "{\"id\":\"" + id + "\",\"pk\":\"p\"}";
    return "{\"operationType\":\""
        + type
        + "\",\"id\":\""
        + id
        + "\",\"partitionKey\":\"[\\\"p\\\"]\",\"resourceBody\":"
        + body
        + "}";
  }

  private void script() {
    WireRequest body =
        WireRequest.of("PUT", container + "/sprocs/s")
            .withBody("{\"id\":\"s\",\"body\":" + HostileTexts.quoted(texts.script()) + "}");
    next.add(
        new Attack("script", body.withVerb("POST").withPath(body.path().subList(0, 5)), false));
    next.add(new Attack("script", body, false));
    WireRequest run =
        WireRequest.of("POST", container + "/sprocs/s")
            .inPartition("p")
            .withBody("[" + texts.json(3) + "]");
    next.add(new Attack("script", run, texts.chance(15)));
  }

  /** Requests that may not read the canary: without a signature, with a wrong one, with a token. */
  private void unauthorized() {
    Credentials by =
        texts.pick(
            List.of(Credentials.NONE, Credentials.WRONG_KEY, Credentials.TOKEN, Credentials.TOKEN));
    WireRequest request = request();
    if (texts.chance(60)) {
      request = request.withPath(List.of(texts.pick(CANARY_PATHS).split("/")));
    }
    if (texts.chance(40)) {
      request = request.with(texts.pick(HEADERS), texts.odd());
    }
    request = texts.chance(40) ? request.withVerb(texts.pick(VERBS)) : request;
    next.add(new Attack("without the key", request.by(by), false));
  }

  private WireRequest mutated(WireRequest request) {
    return switch (texts.below(3)) {
      case 0 -> request.withVerb(texts.pick(VERBS));
      case 1 -> request.with(texts.pick(HEADERS), texts.odd());
      default -> {
        int at = texts.below(request.body().length() + 1);
        yield request.withBody(
            new StringBuilder(request.body()).insert(at, texts.odd()).toString());
      }
    };
  }
}
