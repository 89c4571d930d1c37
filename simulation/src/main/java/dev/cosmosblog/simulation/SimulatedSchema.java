package dev.cosmosblog.simulation;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.simulation.Invariants.Violated;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.schema.ContainerDefinitions;
import dev.cosmosblog.store.internal.schema.SchemaRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schema whose containers exist, but may lack the time to live, and indexes that an operator has
 * removed. Each request is a step, and may fail.
 */
record SimulatedSchema(Simulation simulation) implements SchemaRequests {
  private static final ContainerNames NAMES =
      ContainerNames.DEFAULT.withListings(ContainerNames.DEFAULT_LISTINGS);

  private static final String ORDER = " ORDER BY ";
  private static final List<String> INDEXED = List.of("/id", "/_ts");

  @Override
  public String database() {
    return "blog";
  }

  /** A failure of the service, as the SDK throws it. */
  private static final class Refused extends CosmosException {
    private static final long serialVersionUID = 1L;

    Refused(int status) {
      super(status, "refused");
    }
  }

  @Override
  public void createDatabaseIfNotExists(@Nullable ThroughputProperties shared) {
    begin();
  }

  private void begin() {
    simulation.scheduler().step();
    Faults faults = simulation.faults();
    if (simulation.choices().chance(faults.transients())) {
      faults.note("schema request refused");
      throw new Refused(503);
    }
    if (simulation.choices().chance(faults.errors())) {
      throw new Exhausted();
    }
  }

  @Override
  public CosmosContainerProperties createContainerIfNotExists(CosmosContainerProperties wanted) {
    return read(wanted.getId());
  }

  @Override
  public CosmosContainerProperties read(String container) {
    begin();
    return current(container);
  }

  private CosmosContainerProperties current(String container) {
    CosmosContainerProperties found = definition(container);
    IndexingPolicy edited = simulation.indexingPolicies().get(container);
    if (edited != null) {
      found.setIndexingPolicy(copy(edited));
    }
    if (!simulation.service().hasTimeToLive(named(container))) {
      found.setDefaultTimeToLiveInSeconds(null);
    }
    return found;
  }

  @Override
  public Map<String, String> headers(String container) {
    begin();
    return Map.of();
  }

  @Override
  public void replace(CosmosContainerProperties changed) {
    begin();
    String container = changed.getId();
    IndexingPolicy policy = changed.getIndexingPolicy();
    IndexingPolicy edited = simulation.indexingPolicies().get(container);
    if (!ContainerDefinitions.suffices(changed, definition(container))) {
      throw simulation
          .scheduler()
          .fail(new Violated("provision", "An index of %s is missing.".formatted(container)));
    }
    if (edited != null) {
      simulation.faults().note("edited indexing policy provisioned");
      if (!paths(policy).containsAll(paths(edited))) {
        throw simulation
            .scheduler()
            .fail(
                new Violated(
                    "provision", "An operator's index of %s is lost.".formatted(container)));
      }
    }
    simulation.indexingPolicies().put(container, copy(policy));
    simulation.service().enableTimeToLive(named(container));
    if (simulation.choices().chance(simulation.faults().losses())) {
      simulation.faults().note("schema response lost");
      throw new Refused(408);
    }
  }

  /** Removes an index that the blog needs, and adds one that it doesn't. */
  void editIndexes(Choices choices) {
    String container = choices.of(ContainerDefinitions.of(NAMES)).getId();
    IndexingPolicy policy = copy(current(container).getIndexingPolicy());
    List<IncludedPath> included = new ArrayList<>(policy.getIncludedPaths());
    if (choices.chance(500)) {
      policy.setCompositeIndexes(List.of());
    } else if (!included.isEmpty()) {
      included.remove(choices.below(included.size()));
    }
    included.add(new IncludedPath("/operator" + choices.below(3) + "/?"));
    policy.setIncludedPaths(included);
    simulation.indexingPolicies().put(container, policy);
    simulation.faults().note("indexing policy edited");
    simulation.faults().tell(() -> "  an operator replaces an index of " + container);
  }

  /** Returns whether a query's order has its index; ids and times of changes always have one. */
  static boolean serves(IndexingPolicy policy, String query) {
    List<String> order =
        Arrays.stream(query.substring(query.indexOf(ORDER) + ORDER.length()).split(", "))
            .map(path -> "/" + path.replaceAll("^c\\.| .*", ""))
            .toList();
    return order.size() == 1
        ? INDEXED.contains(order.get(0)) || paths(policy).contains(order.get(0) + "/?")
        : policy.getCompositeIndexes().stream()
            .anyMatch(index -> index.stream().map(CompositePath::getPath).toList().equals(order));
  }

  private static CosmosContainerProperties definition(String container) {
    return ContainerDefinitions.of(NAMES).stream()
        .filter(one -> one.getId().equals(container))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> paths(IndexingPolicy policy) {
    return policy.getIncludedPaths().stream().map(IncludedPath::getPath).toList();
  }

  private static IndexingPolicy copy(IndexingPolicy policy) {
    return new IndexingPolicy()
        .setIndexingMode(policy.getIndexingMode())
        .setIncludedPaths(policy.getIncludedPaths())
        .setExcludedPaths(policy.getExcludedPaths())
        .setCompositeIndexes(policy.getCompositeIndexes());
  }

  /** Answers the queries of items that would expire: their ids, or their number. */
  @Override
  public <T> List<T> query(String container, String text, Class<T> type) {
    begin();
    List<String> ids =
        simulation.service().items(named(container)).stream()
            .filter(item -> item.path("ttl").isNumber() && item.path("ttl").asDouble() > 0)
            .map(item -> item.path("id").asText())
            .toList();
    List<?> rows = type == Long.class ? List.of((long) ids.size()) : ids;
    return rows.stream().map(type::cast).toList();
  }

  @Override
  public void register(String container, CosmosStoredProcedureProperties script) {
    throw new IllegalStateException("The simulation has no stored procedures.");
  }

  private static BlogContainer named(String container) {
    return BlogContainer.valueOf(container.toUpperCase(Locale.ROOT));
  }
}
