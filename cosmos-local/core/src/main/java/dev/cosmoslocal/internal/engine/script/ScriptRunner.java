package dev.cosmoslocal.internal.engine.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.container.Script;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemResult;
import dev.cosmoslocal.internal.engine.operation.OperationScope;
import dev.cosmoslocal.internal.engine.partition.PartitionResult;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.script.ScriptCall;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptMessage;
import dev.cosmoslocal.internal.script.ScriptOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs stored procedures, and writes with triggers, each as a transaction.
 *
 * <p>The lock of the physical partition is held while a script runs: other writers there wait, up
 * to the script's time limit, on threads that may block; readers see the state before. To other
 * requests this matches the service's snapshot isolation in a logical partition: they see all of
 * the script's writes or none, and a script never fails because of a conflict.
 */
public final class ScriptRunner {
  private static final ScriptMessage NOTHING =
      new ScriptMessage(Map.of(), MissingNode.getInstance(), true);

  private final ScriptEngine engine;
  private final ContainerQueries queries;

  public ScriptRunner(ScriptEngine engine, ContainerQueries queries) {
    this.engine = engine;
    this.queries = queries;
  }

  /**
   * Executes a stored procedure.
   *
   * @throws EngineException 404 if there is no such procedure
   * @throws dev.cosmoslocal.internal.script.ScriptException if it failed; then nothing was written
   */
  public PartitionResult<ProcedureResult> execute(
      Container container, PartitionKeyValue partitionKey, ProcedureCall call) {
    Script script = container.scripts().get(ScriptKind.STORED_PROCEDURE, call.id());
    return container.transaction(
        partitionKey, scope -> execute(script, call, collection(container, scope)));
  }

  private ProcedureResult execute(
      Script script, ProcedureCall call, TransactionCollection collection) {
    ScriptMessage request = new ScriptMessage(call.headers(), arguments(call), false);
    ScriptOutcome outcome =
        engine.run(
            new ScriptCall(
                script.id(),
                script.body(),
                call.arguments(),
                "Execute",
                new ScriptCall.Messages(request, NOTHING),
                call.logging()),
            collection);
    double charge = RequestUnits.procedure(collection.written()) + collection.charge();
    return new ProcedureResult(
        outcome.responseBody(), outcome.log(), collection.itemsLoaded(), charge);
  }

  private static JsonNode arguments(ProcedureCall call) {
    return Json.array().addAll(call.arguments());
  }

  /**
   * Writes an item with its pre-triggers and post-triggers.
   *
   * @throws EngineException if the account refuses the write, 400 if a trigger does not exist or
   *     does not apply to it
   * @throws dev.cosmoslocal.internal.script.ScriptException if a trigger failed; then nothing was
   *     written
   */
  public PartitionResult<TriggeredResult> write(
      Container container,
      PartitionKeyValue partitionKey,
      ItemOperation operation,
      Triggers triggers) {
    return container.transaction(
        partitionKey,
        scope ->
            TriggeredWrite.of(engine, collection(container, scope), triggers)
                .run(container.scripts(), operation, scope));
  }

  private TransactionCollection collection(Container container, OperationScope scope) {
    return new TransactionCollection(container, scope, queries);
  }

  /**
   * A call of a stored procedure.
   *
   * @param logging whether to keep the output of {@code console.log}
   */
  public record ProcedureCall(
      String id, List<JsonNode> arguments, Map<String, String> headers, boolean logging) {
    public ProcedureCall {
      arguments = List.copyOf(arguments);
      headers = Map.copyOf(headers);
    }
  }

  /**
   * The result of a stored procedure.
   *
   * @param body the body of its response; a missing node without one
   * @param itemsLoaded the number of items that it read
   */
  public record ProcedureResult(JsonNode body, String log, int itemsLoaded, double charge) {}

  /**
   * The result of a write with triggers.
   *
   * @param body the body that a trigger set in place of the item
   */
  public record TriggeredResult(ItemResult result, Optional<JsonNode> body) {}

  /** The triggers of a write. */
  public record Triggers(List<String> before, List<String> after, Map<String, String> headers) {
    public Triggers {
      before = List.copyOf(before);
      after = List.copyOf(after);
      headers = Map.copyOf(headers);
    }
  }
}
