package dev.cosmosblog.simulation.fuzz;

import java.util.List;

/**
 * Requests that are small on the wire and large in memory, or take long piece by piece. Their items
 * are under a separate partition key, so that most queries do not meet them.
 */
record LargeRequests(HostileTexts texts, String container) {
  private static final int ITEMS = 3;
  private static final int MAX_EMPTY = 650_000;
  private static final int MAX_COPIES = 100;

  WireRequest next() {
    String id = "l" + texts.below(ITEMS);
    WireRequest docs = WireRequest.of("POST", container + "/docs").inPartition("l");
    WireRequest item =
        docs.withBody(
            "{\"id\":\"" + id + "\",\"pk\":\"l\",\"n\":1,\"v\":" + texts.empty(MAX_EMPTY) + "}");
    return switch (texts.below(8)) {
      case 0, 1 -> item.with("x-ms-documentdb-is-upsert", "true");
      case 2 ->
          WireRequest.query(container + "/docs", texts.collecting())
              .with("x-ms-max-item-count", "-1")
              .inPartition("l");
      case 3 ->
          WireRequest.query(container + "/docs", "")
              .inPartition("l")
              .withBody(
                  "{\"query\":\"SELECT VALUE c.id FROM c WHERE c.v = @p\",\"parameters\":"
                      + "[{\"name\":\"@p\",\"value\":"
                      + texts.empty(2 * MAX_EMPTY)
                      + "}]}");
      case 4 ->
          docs.withVerb("PATCH")
              .withPath(List.of((container + "/docs/" + id).split("/")))
              .with("content-type", "application/json-patch+json")
              .withBody("{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}");
      case 5 -> copies(docs, "\"operationType\":\"Read\",\"id\":\"" + id + "\"");
      case 6 ->
          copies(
              docs,
              "\"operationType\":\"Patch\",\"id\":\""
                  + id
                  + "\",\"resourceBody\":{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\","
                  + "\"value\":1}],\"condition\":"
                  + HostileTexts.quoted("from c where " + texts.expression(3))
                  + "}");
      default -> item.with("x-ms-documentdb-pre-trigger-include", "t,".repeat(1_000) + "t");
    };
  }

  /** A batch of equal operations, atomic or not. */
  private WireRequest copies(WireRequest docs, String operation) {
    String one = "{\"partitionKey\":\"[\\\"l\\\"]\"," + operation + "}";
    WireRequest batch =
        docs.with("x-ms-cosmos-is-batch-request", "true")
            .withBody("[" + (one + ",").repeat(texts.below(MAX_COPIES)) + one + "]");
    return texts.chance(50)
        ? batch.with("x-ms-cosmos-batch-atomic", "true")
        : batch
            .without("x-ms-documentdb-partitionkey")
            .with("x-ms-cosmos-batch-continue-on-error", "true")
            .with("x-ms-documentdb-partitionkeyrangeid", String.valueOf(texts.below(5)));
  }
}
