package dev.cosmosblog.store.internal.schema;

import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.ThroughputProperties;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests for a database, its containers and scripts. Each sends one request, and throws the
 * SDK's exception if it fails.
 */
public interface SchemaRequests {
  /** Returns the database's name; sends nothing. */
  String database();

  void createDatabaseIfNotExists(@Nullable ThroughputProperties shared);

  CosmosContainerProperties createContainerIfNotExists(CosmosContainerProperties wanted);

  CosmosContainerProperties read(String container);

  /** Returns the headers of a container with the progress of its index. */
  Map<String, String> headers(String container);

  void replace(CosmosContainerProperties changed);

  /** Returns the rows of a query of all items: several requests. */
  <T> List<T> query(String container, String text, Class<T> type);

  void register(String container, CosmosStoredProcedureProperties script);
}
