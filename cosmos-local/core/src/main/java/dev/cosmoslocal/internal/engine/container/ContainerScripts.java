package dev.cosmoslocal.internal.engine.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.EntityTags;
import dev.cosmoslocal.internal.engine.resource.Revision;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.storage.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The scripts of a container, by kind and name. Thread-safe. */
public final class ContainerScripts {
  private final ContainerId container;
  private final AccountContext context;
  private final AtomicInteger numbers;
  private final Map<ScriptKind, Map<String, Script>> scripts = new EnumMap<>(ScriptKind.class);

  ContainerScripts(ContainerId container, AccountContext context) {
    this.container = container;
    this.context = context;
    for (ScriptKind kind : ScriptKind.values()) {
      scripts.put(kind, new ConcurrentHashMap<>());
      context
          .documents()
          .read(documents() + kind.path() + "/", (name, stored) -> load(kind, stored));
    }
    numbers = new AtomicInteger(context.documents().counter(counter()));
  }

  /**
   * Creates a script. Its text is compiled when it is first run.
   *
   * @throws EngineException 400 for wrong settings, 409 if the name is taken
   */
  public synchronized Script create(ScriptKind kind, ObjectNode body) {
    int number = numbers.incrementAndGet();
    Script script = new Script(kind, body, container, number, revision());
    if (of(kind).containsKey(script.id())) {
      throw EngineException.conflict();
    }
    store(kind, script, StoredDocuments.counterChange(counter(), number));
    return script;
  }

  /**
   * Finds a script.
   *
   * @throws EngineException 404 if it doesn\'t exist
   */
  public Script get(ScriptKind kind, String nameOrRid) {
    return find(kind, nameOrRid)
        .orElseThrow(() -> EngineException.notFound("the " + kind.title() + " does not exist."));
  }

  /** Returns whether there is a script with the name in some settings. */
  public boolean has(ScriptKind kind, ObjectNode body) {
    return of(kind).containsKey(body.path("id").asText());
  }

  public Optional<Script> find(ScriptKind kind, String nameOrRid) {
    Script named = of(kind).get(nameOrRid);
    return named != null
        ? Optional.of(named)
        : of(kind).values().stream().filter(s -> s.rid().equals(nameOrRid)).findFirst();
  }

  /**
   * Replaces a script.
   *
   * @throws EngineException 404 if it doesn\'t exist, 400 for wrong settings, 412 if the tag is
   *     another
   */
  public synchronized Script replace(
      ScriptKind kind, String nameOrRid, ObjectNode body, @Nullable String ifMatch) {
    Script old = checked(kind, nameOrRid, ifMatch);
    Script next = old.replacedBy(body, revision());
    store(kind, next);
    return next;
  }

  /**
   * Deletes a script.
   *
   * @throws EngineException 404 if it doesn\'t exist, 412 if the tag is another
   */
  public synchronized void delete(ScriptKind kind, String nameOrRid, @Nullable String ifMatch) {
    Script script = checked(kind, nameOrRid, ifMatch);
    context
        .documents()
        .write(List.of(owner(), StoredDocuments.removeChange(document(kind, script))));
    of(kind).remove(script.id());
  }

  /** All scripts of a kind, in no particular order. */
  public Collection<Script> all(ScriptKind kind) {
    return List.copyOf(of(kind).values());
  }

  Runnable save() {
    return SavedState.of(scripts.values().stream().map(SavedState::of).toList());
  }

  /** The prefix of the names of the scripts' stored documents. */
  public String documents() {
    return "script/" + container.number() + "/";
  }

  private String counter() {
    return "scripts/" + container.number();
  }

  /** Nothing is stored for a container that was deleted meanwhile. */
  private Change owner() {
    return StoredDocuments.requireChange(container.document());
  }

  private String document(ScriptKind kind, Script script) {
    return documents() + kind.path() + "/" + script.id();
  }

  private void store(ScriptKind kind, Script script, Change... more) {
    List<Change> changes = new ArrayList<>(List.of(more));
    changes.add(owner());
    changes.add(StoredDocuments.putChange(document(kind, script), script.stored()));
    context.documents().write(changes);
    of(kind).put(script.id(), script);
  }

  private void load(ScriptKind kind, ObjectNode stored) {
    Revision revision = new Revision(context, stored);
    Script script = Script.of(kind, container, stored, revision);
    of(kind).put(script.id(), script);
  }

  private Script checked(ScriptKind kind, String nameOrRid, @Nullable String ifMatch) {
    Script script = get(kind, nameOrRid);
    EntityTags.check(ifMatch, script.etag());
    return script;
  }

  private Map<String, Script> of(ScriptKind kind) {
    return scripts.getOrDefault(kind, Map.of());
  }

  private Revision revision() {
    return new Revision(context);
  }
}
