package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Registers and runs scripts through the SDK. */
record SdkScripts(CosmosContainer container) {
  private static final AtomicInteger NAMES = new AtomicInteger();

  /** Registers a stored procedure under a new name and calls it. */
  CosmosStoredProcedureResponse call(String partitionKey, String body, Object... arguments) {
    return execute(partitionKey, procedure(body), arguments);
  }

  CosmosException failure(String partitionKey, String body, Object... arguments) {
    return catchThrowableOfType(CosmosException.class, () -> call(partitionKey, body, arguments));
  }

  String procedure(String body) {
    String id = "procedure" + NAMES.incrementAndGet();
    container.getScripts().createStoredProcedure(new CosmosStoredProcedureProperties(id, body));
    return id;
  }

  CosmosStoredProcedureResponse execute(String partitionKey, String id, Object... arguments) {
    CosmosStoredProcedureRequestOptions options =
        new CosmosStoredProcedureRequestOptions()
            .setPartitionKey(new PartitionKey(partitionKey))
            .setScriptLoggingEnabled(true);
    return container.getScripts().getStoredProcedure(id).execute(Arrays.asList(arguments), options);
  }

  String trigger(TriggerType type, TriggerOperation operation, String body) {
    String id = "trigger" + NAMES.incrementAndGet();
    container
        .getScripts()
        .createTrigger(
            new CosmosTriggerProperties(id, body)
                .setTriggerType(type)
                .setTriggerOperation(operation));
    return id;
  }

  void function(String id, String body) {
    container
        .getScripts()
        .createUserDefinedFunction(new CosmosUserDefinedFunctionProperties(id, body));
  }
}
