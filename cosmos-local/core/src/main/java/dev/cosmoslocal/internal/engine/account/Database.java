package dev.cosmoslocal.internal.engine.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.definition.ContainerDefinition;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.engine.resource.Revision;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.engine.throughput.OfferContent;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.storage.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A database: containers by name. */
public final class Database {
  private final String id;
  private final int number;
  private final AccountContext context;
  private final Partitioning partitioning;
  private final Revision revision;
  private final AtomicInteger containerNumbers = new AtomicInteger();
  private final Map<String, Container> containers = new ConcurrentHashMap<>();
  private final Users users;

  Database(String id, int number, AccountContext context, Partitioning partitioning) {
    this.id = id;
    this.number = number;
    this.context = context;
    this.partitioning = partitioning;
    this.revision = new Revision(context);
    this.users = new Users(number, context);
  }

  Database(ObjectNode stored, AccountContext context, Partitioning partitioning) {
    this.id = stored.path("id").textValue();
    this.number = stored.path("number").intValue();
    this.context = context;
    this.partitioning = partitioning;
    this.revision = new Revision(context, stored);
    this.users = new Users(number, context);
    containerNumbers.set(context.documents().counter("containers/" + number));
    context.documents().read("container/" + rid() + "/", this::load);
  }

  private void load(String name, ObjectNode stored) {
    long containerNumber = Long.parseLong(name.substring(name.lastIndexOf('/') + 1));
    Container container =
        new Container(new ContainerId(id, rid(), containerNumber), stored, context);
    containers.put(container.id(), container);
  }

  public String id() {
    return id;
  }

  /** The resource id, which no other database ever has. */
  public String rid() {
    return ResourceIds.database(number);
  }

  /** The database as the service shows it. */
  public ObjectNode json() {
    ObjectNode json = Json.object().put("id", id).put("_rid", rid());
    json.put("_self", "dbs/" + rid() + "/");
    revision.describe(json);
    return json.put("_colls", "colls/").put("_users", "users/");
  }

  public Users users() {
    return users;
  }

  /**
   * Creates a container with the standard throughput.
   *
   * @throws EngineException 400 for wrong or unknown settings, 409 if the name is taken
   */
  public Container createContainer(ObjectNode body) {
    return createContainer(body, OfferContent.STANDARD);
  }

  /**
   * Creates a container with as many physical partitions as its throughput needs.
   *
   * @throws EngineException 400 for wrong or unknown settings, 409 if the name is taken
   */
  public Container createContainer(ObjectNode body, OfferContent throughput) {
    return createContainer(body, partitioning.of(throughput));
  }

  private synchronized Container createContainer(ObjectNode body, int partitions) {
    ContainerDefinition definition = ContainerDefinition.of(body);
    if (containers.containsKey(definition.id())) {
      throw EngineException.conflict();
    }
    int last = containerNumbers.incrementAndGet();
    ContainerId containerId = new ContainerId(id, rid(), ResourceIds.container(number, last));
    Container container = new Container(containerId, definition, context, partitions);
    context
        .documents()
        .write(
            List.of(
                StoredDocuments.requireChange(document()),
                StoredDocuments.counterChange("containers/" + number, last),
                container.stored()));
    containers.put(definition.id(), container);
    return container;
  }

  /**
   * Finds a container.
   *
   * @throws EngineException 404 if it doesn\'t exist
   */
  public Container container(String nameOrRid) {
    Container named = containers.get(nameOrRid);
    return named != null
        ? named
        : containers.values().stream()
            .filter(c -> c.rid().equals(nameOrRid))
            .findFirst()
            .orElseThrow(() -> EngineException.notFound("the container does not exist."));
  }

  /**
   * Deletes a container and everything in it.
   *
   * @throws EngineException 404 if it is gone already, 412 if the tag is another
   */
  public void deleteContainer(Container container, @Nullable String ifMatch) {
    // A replace locks the container, too: none comes between the check and the removal.
    synchronized (container) {
      container.checkMatch(ifMatch);
      context.documents().checkWritable();
      if (!containers.remove(container.id(), container)) {
        throw EngineException.notFound("the container does not exist.");
      }
    }
    context.documents().writeMade(removal(container)).await();
  }

  /**
   * Replaces the settings of a container.
   *
   * @throws EngineException 404 if it is gone already; those of {@link Container#replace}
   */
  public void replaceContainer(Container container, ObjectNode body, @Nullable String ifMatch) {
    // Otherwise a delete and a replace that require the same tag could both succeed.
    synchronized (container) {
      if (containers.get(container.id()) != container) {
        throw EngineException.notFound("the container does not exist.");
      }
      container.replace(body, ifMatch);
    }
  }

  /**
   * Creates a container without a partition key, in one physical partition, as clients of the
   * protocol before 2018-12-31 do. Today's clients see a partition key that no item has (SDK for
   * Java, CosmosPartitionKeyTests).
   *
   * @throws EngineException 400 for wrong or unknown settings, 409 if the name is taken
   */
  public Container createUnpartitioned(ObjectNode body) {
    ObjectNode keyed = body.deepCopy();
    keyed.set("partitionKey", PartitionKeyDefinition.ofSystem());
    return createContainer(keyed, 1);
  }

  private static List<Change> removal(Container container) {
    List<Change> changes = new ArrayList<>(container.state().records().removeAll());
    changes.add(StoredDocuments.removeChange(container.state().id().document()));
    changes.add(StoredDocuments.removeAllChange(container.scripts().documents()));
    return changes;
  }

  Runnable save() {
    List<Runnable> parts = new ArrayList<>(List.of(SavedState.of(containers), users.save()));
    containers.values().forEach(container -> parts.add(container.save()));
    return SavedState.of(parts);
  }

  void checkMatch(@Nullable String ifMatch) {
    revision.check(ifMatch);
  }

  /** The stored form of the database, without its containers. */
  Change stored() {
    return StoredDocuments.putChange(
        document(), revision.writeTo(Json.object().put("id", id).put("number", number)));
  }

  /** The changes that remove everything stored about the database. */
  List<Change> removal() {
    List<Change> changes = new ArrayList<>(users.removal());
    containers().forEach(container -> changes.addAll(removal(container)));
    // One that is being created may not be among them yet.
    changes.add(StoredDocuments.removeAllChange("container/" + rid() + "/"));
    changes.add(StoredDocuments.removeChange(document()));
    return changes;
  }

  /** The name of the stored document. */
  public String document() {
    return document(number);
  }

  static String document(int number) {
    return "database/" + number;
  }

  /** All containers, in no particular order. */
  public Collection<Container> containers() {
    return List.copyOf(containers.values());
  }
}
