package dev.cosmosblog.maintenance.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a run's place in the container of leases, so that whoever starts it again after a kill,
 * with the same settings, goes on there. Where two runs keep theirs in turn, either is right: what
 * lies before a place was done by the run that wrote it.
 */
final class KeptPlace {
  private static final Logger LOG = LoggerFactory.getLogger(KeptPlace.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LeaseDocuments leases;
  private final String id;
  private final JsonNode settings;

  KeptPlace(LeaseDocuments leases, String id, Map<String, String> settings) {
    this.leases = leases;
    this.id = id;
    this.settings = JSON.valueToTree(settings);
  }

  /** One point read; empty where there is none, or one of other settings or another version. */
  Optional<RunPlace> read() {
    return leases.read(id, JsonNode.class).flatMap(this::placeIn);
  }

  private Optional<RunPlace> placeIn(JsonNode item) {
    if (!settings.equals(item.path("settings"))) {
      LOG.warn("The place {} was kept under other settings; the run begins anew", id);
      return Optional.empty();
    }
    try {
      RunPlace place = JSON.treeToValue(item.path("place"), RunPlace.class);
      return Optional.ofNullable(place).filter(found -> found.format() == RunPlace.FORMAT);
    } catch (JsonProcessingException e) {
      LOG.warn("The place {} can't be read; the run begins anew", id);
      return Optional.empty();
    }
  }

  /** One upsert. */
  void write(RunPlace place) {
    ObjectNode item = JSON.createObjectNode().put("id", id).put("type", "runPlace");
    item.set("settings", settings);
    item.set("place", JSON.valueToTree(place));
    leases.write(id, item);
  }

  /** One delete. */
  void forget() {
    leases.delete(id);
  }
}
