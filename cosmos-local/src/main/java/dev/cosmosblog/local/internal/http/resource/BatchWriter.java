package dev.cosmosblog.local.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.cost.RequestUnits;
import dev.cosmosblog.local.internal.engine.operation.BatchOutcome;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.operation.ReadItem;
import dev.cosmosblog.local.internal.engine.resource.Json;

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
