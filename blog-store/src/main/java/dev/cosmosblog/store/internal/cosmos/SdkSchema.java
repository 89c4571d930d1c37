package dev.cosmosblog.store.internal.cosmos;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.store.internal.schema.SchemaRequests;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The SDK's requests for a database and its containers. */
public record SdkSchema(CosmosClient client, CosmosDatabase cosmos) implements SchemaRequests {
  @Override
  public String database() {
    return cosmos.getId();
  }

  @Override
  public void createDatabaseIfNotExists(@Nullable ThroughputProperties shared) {
    if (shared == null) {
      client.createDatabaseIfNotExists(database());
    } else {
      client.createDatabaseIfNotExists(database(), shared);
    }
  }

  @Override
  public CosmosContainerProperties createContainerIfNotExists(CosmosContainerProperties wanted) {
    return cosmos.createContainerIfNotExists(wanted).getProperties();
  }

  @Override
  public CosmosContainerProperties read(String container) {
    return cosmos.getContainer(container).read().getProperties();
  }

  @Override
  public Map<String, String> headers(String container) {
    CosmosContainerRequestOptions withProgress =
        new CosmosContainerRequestOptions().setQuotaInfoEnabled(true);
    return cosmos.getContainer(container).read(withProgress).getResponseHeaders();
  }

  @Override
  public void replace(CosmosContainerProperties changed) {
    cosmos.getContainer(changed.getId()).replace(changed);
  }

  @Override
  public <T> List<T> query(String container, String text, Class<T> type) {
    return cosmos
        .getContainer(container)
        .queryItems(text, new CosmosQueryRequestOptions(), type)
        .stream()
        .toList();
  }

  @Override
  public void register(String container, CosmosStoredProcedureProperties script) {
    cosmos.getContainer(container).getScripts().createStoredProcedure(script);
  }
}
