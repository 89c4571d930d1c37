package dev.cosmoslocal.internal.http;

import java.util.List;

/**
 * Creates a valid request of every kind, for the database db, the container c and the item i of the
 * partition p.
 */
final class WireRequests {
  private static final String DOCS = "dbs/db/colls/c/docs";
  private static final String ITEM =
      "{\"id\":\"i\",\"pk\":\"p\",\"n\":1,\"a\":[1,{\"b\":\"x\"}],\"s\":\"t\",\"x\":1}";
  private static final String CONTAINER =
      "{\"id\":\"c\",\"defaultTtl\":-1,\"partitionKey\":{\"kind\":\"Hash\","
          + "\"paths\":[\"/pk\"],\"version\":\"V2\"},"
          + "\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/email\"]}]},"
          + "\"changeFeedPolicy\":{\"retentionDuration\":5},"
          + "\"indexingPolicy\":{\"automatic\":true,\"indexingMode\":\"Consistent\","
          + "\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/big/?\"}],"
          + "\"compositeIndexes\":[[{\"path\":\"/n\",\"order\":\"ascending\"},"
          + "{\"path\":\"/s\",\"order\":\"descending\"}]]}}";

  private WireRequests() {}

  static WireRequest createDatabase() {
    return WireRequest.of("POST", "dbs").withBody("{\"id\":\"db\"}");
  }

  static WireRequest createContainer() {
    return WireRequest.of("POST", "dbs/db/colls").withBody(CONTAINER);
  }

  static WireRequest upsertItem() {
    return createItem().with("x-ms-documentdb-is-upsert", "true");
  }

  static WireRequest readItem() {
    return WireRequest.of("GET", DOCS + "/i").inPartition("p");
  }

  /** An item of the partition p with unique values. */
  static String item(String id, String value) {
    return "{\"id\":\"%s\",\"pk\":\"p\",\"email\":\"%s\",\"v\":%s}".formatted(id, id, value);
  }

  /** A query over the partition p. */
  static WireRequest query(String text) {
    return query(DOCS, text).inPartition("p");
  }

  private static WireRequest createItem() {
    return WireRequest.of("POST", DOCS).inPartition("p").withBody(ITEM);
  }

  static List<WireRequest> all() {
    return List.of(
        WireRequest.of("GET", ""),
        createDatabase().with("x-ms-offer-throughput", "400"),
        WireRequest.of("GET", "dbs/db"),
        query("dbs", "SELECT * FROM c WHERE c.id = @p"),
        createContainer()
            .with(
                "x-ms-cosmos-offer-autopilot-settings",
                "{\"maxThroughput\":4000,"
                    + "\"autoUpgradePolicy\":{\"throughputPolicy\":{\"incrementPercent\":0}}}"),
        WireRequest.of("GET", "dbs/db/colls"),
        WireRequest.of("PUT", "dbs/db/colls/c").withBody(CONTAINER),
        WireRequest.of("GET", "dbs/db/colls/c/pkranges").with("if-none-match", "\"x\""),
        query("offers", "SELECT * FROM c WHERE c.offerResourceId = @p"),
        createItem(),
        upsertItem().with("if-match", "\"x\""),
        readItem().with("x-ms-session-token", "0:-1#1"),
        WireRequest.of("PUT", DOCS + "/i").inPartition("p").withBody(ITEM),
        WireRequest.of("DELETE", DOCS + "/j").inPartition("p"),
        patch(),
        batch().with("x-ms-cosmos-batch-atomic", "true").inPartition("p"),
        batch()
            .with("x-ms-cosmos-batch-continue-on-error", "true")
            .with("x-ms-documentdb-partitionkeyrangeid", "0"),
        query(DOCS, "SELECT TOP 5 c.id, c.n FROM c WHERE c.n >= 1 AND c.s = @p ORDER BY c.n DESC")
            .with("x-ms-documentdb-partitionkeyrangeid", "1")
            .with("x-ms-continuation", ""),
        query(DOCS, "SELECT VALUE COUNT(1) FROM c JOIN x IN c.a WHERE CONTAINS(c.s, @p, true)")
            .inPartition("p"),
        query(DOCS, "SELECT c.s, MAX(c.n) AS m FROM c GROUP BY c.s")
            .with("x-ms-start-epk", "05")
            .with("x-ms-end-epk", "3F")
            .with("x-ms-documentdb-partitionkeyrangeid", "0"),
        query(DOCS, "SELECT DISTINCT VALUE c.n FROM c OFFSET 1 LIMIT 2")
            .without("x-ms-documentdb-isquery")
            .with("x-ms-cosmos-is-query-plan-request", "True")
            .with("x-ms-cosmos-supported-query-features", "Aggregate, OrderBy"),
        WireRequest.of("GET", DOCS).with("x-ms-documentdb-partitionkeyrangeid", "0"),
        changes("Incremental Feed").with("if-modified-since", "Thu, 01 Jan 2026 00:00:00 GMT"),
        changes("Full-Fidelity Feed").with("if-none-match", "\"1\""),
        WireRequest.of("POST", "dbs/db/colls/c/operations/partitionkeydelete").inPartition("q"),
        WireRequest.of("GET", "dbs/db/colls/c/sprocs"));
  }

  private static WireRequest query(String path, String text) {
    return WireRequest.of("POST", path)
        .with("x-ms-documentdb-isquery", "true")
        .with("content-type", "application/query+json")
        .with("x-ms-max-item-count", "10")
        .withBody(
            "{\"query\":\"" + text + "\",\"parameters\":[{\"name\":\"@p\",\"value\":\"t\"}]}");
  }

  private static WireRequest changes(String mode) {
    return WireRequest.of("GET", DOCS)
        .with("a-im", mode)
        .with("x-ms-max-item-count", "10")
        .with("x-ms-documentdb-partitionkeyrangeid", "0")
        .with("x-ms-cosmos-changefeed-wire-format-version", "2021-09-15");
  }

  private static WireRequest patch() {
    return WireRequest.of("PATCH", DOCS + "/i")
        .inPartition("p")
        .with("content-type", "application/json-patch+json")
        .withBody(
            "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":5},{\"op\":\"set\","
                + "\"path\":\"/a/0\",\"value\":2},"
                + "{\"op\":\"add\",\"path\":\"/a/-\",\"value\":{\"b\":1}},{\"op\":\"remove\","
                + "\"path\":\"/x\"},{\"op\":\"move\",\"path\":\"/m\",\"from\":\"/s\"}],"
                + "\"condition\":\"FROM"
                + " c WHERE c.n > 0\"}");
  }

  private static WireRequest batch() {
    return WireRequest.of("POST", DOCS)
        .with("x-ms-cosmos-is-batch-request", "true")
        .withBody(
            "[{\"operationType\":\"Upsert\",\"partitionKey\":\"[\\\"p\\\"]\",\"resourceBody\":"
                + ITEM.replace("\"i\"", "\"k\"")
                + "},{\"operationType\":\"Patch\",\"id\":\"k\","
                + "\"partitionKey\":\"[\\\"p\\\"]\",\"resourceBody\":"
                + "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}},"
                + "{\"operationType\":\"Read\",\"id\":\"k\",\"partitionKey\":\"[\\\"p\\\"]\"},"
                + "{\"operationType\":\"Delete\",\"id\":\"k\","
                + "\"partitionKey\":\"[\\\"p\\\"]\",\"ifMatch\":\"*\"}]");
  }
}
