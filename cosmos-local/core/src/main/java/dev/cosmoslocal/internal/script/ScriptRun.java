package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/** A call of a stored procedure or a trigger, on the script's thread. */
final class ScriptRun {
  /** The maximum size of a response (Microsoft Learn, "Azure Cosmos DB service quotas"). */
  private static final int MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

  private final Sandbox sandbox;
  private final Supplier<String> ids;
  private final ScriptBudget budget;
  private final ScriptChannel channel;

  ScriptRun(Sandbox sandbox, Supplier<String> ids, ScriptBudget budget, ScriptChannel channel) {
    this.sandbox = sandbox;
    this.ids = ids;
    this.budget = budget;
    this.channel = channel;
  }

  Callable<ScriptOutcome> of(ScriptCall call, ScriptCollection collection) {
    String self = collection.selfLink();
    String alt = collection.altLink();
    return () ->
        sandbox.run(
            budget,
            context -> {
              Realm realm = Realm.of(sandbox, context);
              return run(realm, call, new ResourceLinks(realm, self, alt));
            });
  }

  private ScriptOutcome run(Realm realm, ScriptCall call, ResourceLinks links) {
    ConsoleObject console = new ConsoleObject(realm, call.logging());
    try {
      return ScriptErrors.translated(() -> run(realm, call, links, console));
    } catch (ScriptException failure) {
      throw failure.withLog(console.log());
    }
  }

  private ScriptOutcome run(
      Realm realm, ScriptCall call, ResourceLinks links, ConsoleObject console) {
    PendingCalls pending = new PendingCalls(realm, budget, channel);
    Scriptable collection = new CollectionObject(realm, links, pending, ids).object();
    new FluentQueries(realm, sandbox.sources()).define(collection);
    MessageObject request = new MessageObject(realm, call.messages().request());
    ScriptMessage answer = call.messages().response();
    MessageObject response = answer == null ? null : new MessageObject(realm, answer);
    new ContextObject(realm, collection).install(call.operation(), request, response);
    ScriptableObject.putProperty(realm.globals(), "console", console.object());
    Function main =
        sandbox.sources().function(realm.context(), realm.globals(), call.name(), call.body());
    main.call(realm.context(), realm.globals(), realm.globals(), arguments(realm, call));
    pending.drain();
    return new ScriptOutcome(request.body(), responseBody(response), console.log());
  }

  private static Object[] arguments(Realm realm, ScriptCall call) {
    Context context = realm.context();
    return call.arguments().stream()
        .map(argument -> ScriptValues.toScript(context, realm.globals(), argument))
        .toArray();
  }

  private static JsonNode responseBody(@Nullable MessageObject response) {
    JsonNode body = response == null ? MissingNode.getInstance() : response.body();
    if (body.toString().getBytes(StandardCharsets.UTF_8).length > MAX_RESPONSE_BYTES) {
      throw new ScriptException(
          413, 0, ScriptException.errors("The response is too large: it may have 4 MB."));
    }
    return body;
  }
}
