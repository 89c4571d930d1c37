package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.PartitionKey;
import java.util.List;

/** A container's stored procedures. */
final class Procedures {
  private final CosmosContainer container;

  Procedures(CosmosContainer container) {
    this.container = container;
  }

  /** Registers a script, unless it is there; one of another version stays beside it. */
  void register(Script script) {
    try {
      container
          .getScripts()
          .createStoredProcedure(new CosmosStoredProcedureProperties(script.id(), script.body()));
    } catch (CosmosException e) {
      if (e.getStatusCode() != CosmosErrors.CONFLICT) {
        throw e;
      }
    }
  }

  /** Runs a script in a logical partition; the numbers of the errors that it throws are values. */
  Write execute(Script script, String partition, List<Object> arguments, RequestMeter meter) {
    return meter.send(() -> executeOnce(script, partition, arguments, meter));
  }

  private Write executeOnce(
      Script script, String partition, List<Object> arguments, RequestMeter meter) {
    String action = "script " + script.id() + " in " + container.getId();
    try {
      meter.add(run(script, partition, arguments).getRequestCharge());
      return Write.DONE;
    } catch (CosmosException e) {
      meter.add(e.getRequestCharge());
      return Write.of(CosmosErrors.thrownByScript(e), 0)
          .orElseThrow(() -> CosmosErrors.translateScript(action, script.id(), e));
    } catch (RuntimeException e) {
      throw CosmosErrors.translate(action, e);
    }
  }

  private CosmosStoredProcedureResponse run(
      Script script, String partition, List<Object> arguments) {
    CosmosStoredProcedureRequestOptions options =
        new CosmosStoredProcedureRequestOptions().setPartitionKey(new PartitionKey(partition));
    return container.getScripts().getStoredProcedure(script.id()).execute(arguments, options);
  }
}
