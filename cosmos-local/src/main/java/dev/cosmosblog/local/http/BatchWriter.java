package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.BatchOutcome;
import dev.cosmosblog.local.engine.ItemOperation;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.engine.ReadItem;
import dev.cosmosblog.local.engine.RequestUnits;

/** Writes the outcomes of a batch, as the SDK's class BatchResponseParser reads them. */
record BatchWriter(boolean minimal) {
  ObjectNode write(ItemOperation operation, BatchOutcome outcome) {
    ObjectNode json = Json.object().put("statusCode", outcome.status());
    json.put("requestCharge", RequestUnits.rounded(outcome.charge()));
    if (outcome.subStatus() != 0) {
      json.put("subStatusCode", outcome.subStatus());
    }
    outcome
        .item()
        .ifPresent(
            item -> {
              json.put("eTag", item.etag());
              if (outcome.status() != 304 && (!minimal || operation instanceof ReadItem)) {
                json.set("resourceBody", item.json());
              }
            });
    return json;
  }
}
