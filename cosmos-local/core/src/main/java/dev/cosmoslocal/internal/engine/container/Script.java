package dev.cosmoslocal.internal.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.definition.SettingNames;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.engine.resource.Revision;
import java.util.Set;

/**
 * A script of a container: its text and, for a trigger, its time and operation. Immutable; a
 * replace creates a new one.
 */
public final class Script {
  private static final Set<String> TYPES = Set.of("Pre", "Post");
  private static final Set<String> OPERATIONS =
      Set.of("All", "Create", "Update", "Replace", "Delete", "Upsert");

  private final ScriptKind kind;
  private final ObjectNode settings;
  private final ContainerId container;
  private final long number;
  private final Revision revision;

  static Script of(ScriptKind kind, ContainerId container, ObjectNode stored, Revision revision) {
    ObjectNode settings = (ObjectNode) stored.path("settings");
    return new Script(kind, settings, container, stored.path("number").longValue(), revision);
  }

  ObjectNode stored() {
    ObjectNode stored = Json.object().put("number", number);
    stored.set("settings", settings);
    return revision.writeTo(stored);
  }

  Script(ScriptKind kind, ObjectNode body, ContainerId container, long number, Revision revision) {
    this.kind = kind;
    this.settings = settings(kind, body);
    this.container = container;
    this.number = number;
    this.revision = revision;
  }

  private static final Set<String> NAMES = Set.of("id", "body", "triggerType", "triggerOperation");

  private static ObjectNode settings(ScriptKind kind, ObjectNode body) {
    ObjectNode settings = Json.object().put("id", IdRules.check(body.path("id")));
    SettingNames.check(body, kind.title(), NAMES);
    JsonNode text = body.path("body");
    if (!text.isTextual()) {
      throw EngineException.badRequest("A " + kind.title() + " needs a text as its body.");
    }
    settings.set("body", text);
    if (kind == ScriptKind.TRIGGER) {
      settings.put("triggerType", oneOf(TYPES, body.path("triggerType"), "triggerType"));
      settings.put(
          "triggerOperation", oneOf(OPERATIONS, body.path("triggerOperation"), "triggerOperation"));
    }
    return settings;
  }

  /**
   * The SDK for JavaScript writes them in lower case (TriggerType, TriggerOperation); they are
   * shown as written.
   */
  private static String oneOf(Set<String> known, JsonNode value, String name) {
    if (known.stream().noneMatch(value.asText()::equalsIgnoreCase)) {
      throw EngineException.badRequest(
          "The " + name + " of a trigger must be one of " + known.stream().sorted().toList() + ".");
    }
    return value.asText();
  }

  public String id() {
    return settings.path("id").textValue();
  }

  /** The resource id, which no other script of its kind in the container ever has. */
  public String rid() {
    return ResourceIds.script(container.number(), number, kind.ridKind());
  }

  /** The entity tag of this version, in quotation marks. */
  public String etag() {
    return json().path("_etag").textValue();
  }

  /** The script as the service shows it. */
  public ObjectNode json() {
    ObjectNode json = settings.deepCopy().put("_rid", rid());
    json.put("_self", container.self() + kind.path() + "/" + rid() + "/");
    revision.describe(json);
    return json;
  }

  public String body() {
    return settings.path("body").textValue();
  }

  public boolean isPreTrigger() {
    return settings.path("triggerType").asText().equalsIgnoreCase("Pre");
  }

  /** Returns whether a trigger applies to an operation. An upsert may be a create or a replace. */
  public boolean runsOn(TriggeredOperation operation) {
    String on = settings.path("triggerOperation").asText();
    return OPERATIONS.stream()
        .filter(on::equalsIgnoreCase)
        .anyMatch(known -> known.equals("All") || operation.matches(known));
  }

  Script replacedBy(ObjectNode body, Revision next) {
    Script script = new Script(kind, body, container, number, next);
    if (!script.id().equals(id())) {
      throw EngineException.badRequest("The id of a " + kind.title() + " can't be changed.");
    }
    return script;
  }
}
