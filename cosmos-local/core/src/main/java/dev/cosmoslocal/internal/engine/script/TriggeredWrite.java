package dev.cosmoslocal.internal.engine.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.ContainerScripts;
import dev.cosmoslocal.internal.engine.container.Script;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.container.TriggeredOperation;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemResult;
import dev.cosmoslocal.internal.engine.operation.OperationScope;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.script.ScriptCall;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptMessage;
import dev.cosmoslocal.internal.script.ScriptOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A write with its triggers, in one transaction. Triggers are charged for their calls; a price of
 * their own is not known.
 */
record TriggeredWrite(
    Function<ScriptCall, ScriptOutcome> scripts,
    TransactionCollection collection,
    ScriptRunner.Triggers triggers) {
  static TriggeredWrite of(
      ScriptEngine engine, TransactionCollection collection, ScriptRunner.Triggers triggers) {
    return new TriggeredWrite(engine.together(collection), collection, triggers);
  }

  ScriptRunner.TriggeredResult run(
      ContainerScripts stored, ItemOperation operation, OperationScope scope) {
    TriggeredOperation kind = TriggeredOperation.of(operation);
    List<Script> before = find(stored, triggers.before(), kind, true);
    List<Script> after = find(stored, triggers.after(), kind, false);
    ItemOperation changed = before(before, operation, kind);
    ItemResult result = changed.apply(scope.asFirst());
    result.item().ifPresent(scope::hideFromQueries);
    JsonNode written = result.item().map(Item::json).orElseGet(MissingNode::getInstance);
    JsonNode body = after(after, changed, kind, written);
    ItemResult charged =
        new ItemResult(result.status(), result.item(), result.charge() + collection.charge());
    return new ScriptRunner.TriggeredResult(
        charged, body.equals(written) ? Optional.empty() : Optional.of(body));
  }

  private static List<Script> find(
      ContainerScripts scripts, List<String> ids, TriggeredOperation operation, boolean pre) {
    List<Script> found = new ArrayList<>();
    for (String id : ids) {
      String when = pre ? "pre-trigger" : "post-trigger";
      Script script =
          scripts
              .find(ScriptKind.TRIGGER, id)
              .filter(s -> s.isPreTrigger() == pre)
              .orElseThrow(
                  () ->
                      EngineException.badRequest("The " + when + " '" + id + "' does not exist."));
      if (!script.runsOn(operation)) {
        throw EngineException.badRequest(
            "The " + when + " '" + id + "' is not for the operation " + operation.title() + ".");
      }
      found.add(script);
    }
    return found;
  }

  private ItemOperation before(
      List<Script> found, ItemOperation operation, TriggeredOperation kind) {
    ItemOperation current = operation;
    for (Script script : found) {
      ScriptMessage request = new ScriptMessage(triggers.headers(), body(current), true);
      JsonNode body =
          scripts.apply(call(script, kind, new ScriptCall.Messages(request, null))).requestBody();
      current = withBody(current, body);
    }
    return current;
  }

  private JsonNode after(
      List<Script> found, ItemOperation operation, TriggeredOperation kind, JsonNode written) {
    JsonNode current = written;
    for (Script script : found) {
      ScriptMessage request = new ScriptMessage(triggers.headers(), body(operation), false);
      ScriptMessage response = new ScriptMessage(Map.of(), current, true);
      current =
          scripts
              .apply(call(script, kind, new ScriptCall.Messages(request, response)))
              .responseBody();
    }
    return current;
  }

  private static ScriptCall call(
      Script script, TriggeredOperation kind, ScriptCall.Messages messages) {
    return new ScriptCall(script.id(), script.body(), List.of(), kind.title(), messages, false);
  }

  private static JsonNode body(ItemOperation operation) {
    if (operation instanceof ItemOperation.Create create) {
      return create.body();
    }
    if (operation instanceof ItemOperation.Upsert upsert) {
      return upsert.body();
    }
    return operation instanceof ItemOperation.Replace replace
        ? replace.body()
        : MissingNode.getInstance();
  }

  private static ItemOperation withBody(ItemOperation operation, JsonNode body) {
    if (operation instanceof ItemOperation.Delete) {
      return operation;
    }
    if (!(body instanceof ObjectNode item)) {
      throw EngineException.badRequest("A pre-trigger left a request body that is not an object.");
    }
    if (operation instanceof ItemOperation.Create) {
      return new ItemOperation.Create(item);
    }
    return operation instanceof ItemOperation.Upsert upsert
        ? new ItemOperation.Upsert(item, upsert.conditions())
        : new ItemOperation.Replace(
            ((ItemOperation.Replace) operation).id(),
            item,
            ((ItemOperation.Replace) operation).conditions());
  }
}
