package dev.cosmosblog.changefeed.upgrade;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.scan.RequestUnitBudget;
import dev.cosmosblog.store.StoreException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a run's place in the container of leases, so that whoever starts it again after a kill, with the
 * same settings, goes on there. Where two runs keep theirs in turn, either is right: what lies before a place was done by the
 * run that wrote it.
 */
final class KeptPlace {
  private static final Logger LOG = LoggerFactory.getLogger(KeptPlace.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int NOT_FOUND = 404;

  private final CosmosContainer leases;
  private final String id;
  private final JsonNode settings;
  private final RequestUnitBudget budget;

  KeptPlace(
      CosmosContainer leases, String id, Map<String, String> settings, RequestUnitBudget budget) {
    this.leases = leases;
    this.id = id;
    this.settings = JSON.valueToTree(settings);
    this.budget = budget;
  }

  /** One point read; empty where there is none, or one of other settings or another version. */
  Optional<RunPlace> read() {
    try {
      CosmosItemResponse<JsonNode> response =
          leases.readItem(id, new PartitionKey(id), JsonNode.class);
      budget.take(response.getRequestCharge());
      if (!settings.equals(response.getItem().path("settings"))) {
        LOG.warn("The place {} was kept under other settings; the run begins anew", id);
        return Optional.empty();
      }
      RunPlace place = JSON.treeToValue(response.getItem().path("place"), RunPlace.class);
      return Optional.ofNullable(place).filter(found -> found.format() == RunPlace.FORMAT);
    } catch (JsonProcessingException e) {
      LOG.warn("The place {} can't be read; the run begins anew", id);
      return Optional.empty();
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND) {
        throw StoreException.translate("read a run's place", e);
      }
      return Optional.empty();
    }
  }

  /** One upsert. */
  void write(RunPlace place) {
    JsonNode item =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", id)
            .put("type", "runPlace")
            .<ObjectNode>set("settings", settings)
            .set("place", JSON.valueToTree(place));
    try {
      CosmosItemRequestOptions options =
          new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(false);
      budget.take(leases.upsertItem(item, new PartitionKey(id), options).getRequestCharge());
    } catch (RuntimeException e) {
      throw StoreException.translate("keep a run's place", e);
    }
  }

  /** One delete. */
  void forget() {
    try {
      leases.deleteItem(id, new PartitionKey(id), new CosmosItemRequestOptions());
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND) {
        throw StoreException.translate("forget a run's place", e);
      }
    }
  }
}
