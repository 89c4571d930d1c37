package dev.cosmoslocal.internal.engine.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.Revision;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.storage.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list of resources that consist of a name and settings, such as the users of a database.
 * Thread-safe.
 */
public final class NamedResources {
  private final ResourceType kind;
  private final AccountContext context;
  private final AtomicInteger numbers;
  private final Map<Integer, NamedResource> entries = new ConcurrentHashMap<>();
  private final Map<String, Integer> byId = new ConcurrentHashMap<>();
  private final Map<String, Integer> byRid = new ConcurrentHashMap<>();

  /**
   * The properties of a list.
   *
   * @param title the word for one of its resources in messages
   * @param owner the stored document of the database or user that the list belongs to
   * @param rid returns the resource id of a number
   * @param settings validates a client's settings and returns those to store
   */
  record ResourceType(
      String title,
      String documents,
      String owner,
      String self,
      IntFunction<String> rid,
      UnaryOperator<ObjectNode> settings) {}

  private record NamedResource(int number, ObjectNode settings, Revision revision) {
    String id() {
      return settings.path("id").textValue();
    }
  }

  NamedResources(ResourceType kind, AccountContext context) {
    this.kind = kind;
    this.context = context;
    this.numbers = new AtomicInteger(context.documents().counter(kind.documents));
    context.documents().read(kind.documents, (name, stored) -> load(stored));
  }

  private void load(ObjectNode stored) {
    int number = stored.path("number").intValue();
    Revision revision = new Revision(context, stored);
    put(new NamedResource(number, (ObjectNode) stored.path("settings"), revision));
  }

  private void put(NamedResource entry) {
    NamedResource old = entries.put(entry.number, entry);
    byId.put(entry.id(), entry.number);
    byRid.put(kind.rid.apply(entry.number), entry.number);
    if (old != null && !old.id().equals(entry.id())) {
      byId.remove(old.id());
    }
  }

  /**
   * Creates a resource.
   *
   * @throws EngineException 400 for wrong settings, 409 if the name is taken
   */
  public synchronized ObjectNode create(ObjectNode body) {
    ObjectNode settings = kind.settings.apply(body);
    free(settings);
    int number = numbers.incrementAndGet();
    return store(number, settings, StoredDocuments.counterChange(kind.documents, number));
  }

  /** Returns whether there is a resource with the name in some settings. */
  public boolean has(ObjectNode body) {
    return byId.containsKey(body.path("id").asText());
  }

  /**
   * Finds a resource.
   *
   * @throws EngineException 404 if it doesn\'t exist
   */
  public ObjectNode get(String nameOrRid) {
    return describe(find(nameOrRid));
  }

  /** Returns the resource with a number, or empty if it was deleted. */
  Optional<ObjectNode> get(int number) {
    return Optional.ofNullable(entries.get(number)).map(this::describe);
  }

  /**
   * Replaces the settings of a resource, possibly its name.
   *
   * @throws EngineException 404 if it doesn\'t exist, 400 for wrong settings, 409 if the new name
   *     is taken, 412 if the tag is another
   */
  public synchronized ObjectNode replace(
      String nameOrRid, ObjectNode body, @Nullable String ifMatch) {
    NamedResource old = find(nameOrRid);
    old.revision.check(ifMatch);
    ObjectNode settings = kind.settings.apply(body);
    if (!settings.path("id").equals(old.settings.path("id"))) {
      free(settings);
    }
    return store(old.number, settings);
  }

  /**
   * Deletes a resource.
   *
   * @throws EngineException 404 if it doesn\'t exist, 412 if the tag is another
   */
  public synchronized void delete(String nameOrRid, @Nullable String ifMatch) {
    NamedResource old = find(nameOrRid);
    old.revision.check(ifMatch);
    int number = old.number;
    context
        .documents()
        .write(
            List.of(
                StoredDocuments.requireChange(kind.owner),
                StoredDocuments.removeChange(document(number))));
    entries.remove(number);
    byId.remove(old.id());
    byRid.remove(kind.rid.apply(number));
  }

  /** All resources, as the service shows them, in no particular order. */
  public Collection<ObjectNode> all() {
    return entries.values().stream().map(this::describe).toList();
  }

  /** The numbers of all resources. */
  Set<Integer> numbers() {
    return Set.copyOf(entries.keySet());
  }

  Runnable save() {
    return SavedState.of(
        List.of(SavedState.of(entries), SavedState.of(byId), SavedState.of(byRid)));
  }

  int number(String nameOrRid) {
    return find(nameOrRid).number;
  }

  private void free(ObjectNode settings) {
    if (has(settings)) {
      throw EngineException.conflict();
    }
  }

  private NamedResource find(String nameOrRid) {
    Integer number = byId.get(nameOrRid);
    return Optional.ofNullable(number == null ? byRid.get(nameOrRid) : number)
        .map(entries::get)
        .orElseThrow(() -> EngineException.notFound("the " + kind.title + " does not exist."));
  }

  private ObjectNode store(int number, ObjectNode settings, Change... more) {
    NamedResource entry = new NamedResource(number, settings, new Revision(context));
    ObjectNode stored = Json.object().put("number", number);
    stored.set("settings", settings);
    List<Change> changes = new ArrayList<>(List.of(more));
    changes.add(StoredDocuments.requireChange(kind.owner));
    changes.add(StoredDocuments.putChange(document(number), entry.revision.writeTo(stored)));
    context.documents().write(changes);
    put(entry);
    return describe(entry);
  }

  private String document(int number) {
    return kind.documents + number;
  }

  private ObjectNode describe(NamedResource entry) {
    String rid = kind.rid.apply(entry.number);
    ObjectNode json = entry.settings.deepCopy().put("_rid", rid);
    json.put("_self", kind.self + rid + "/");
    entry.revision.describe(json);
    return json;
  }
}
