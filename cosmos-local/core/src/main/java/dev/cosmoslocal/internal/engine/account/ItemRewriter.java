package dev.cosmoslocal.internal.engine.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.query.Paging;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.page.QueryPage;
import java.util.function.Consumer;

/** Changes items of a container as another client would, one by one. */
public record ItemRewriter(ContainerQueries queries, Container container) {
  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;

  /**
   * Changes items. An item that another client changes or deletes meanwhile is skipped.
   *
   * @param change the change; it must keep the id and the partition key
   * @throws EngineException 400 if the change is not allowed
   */
  public void rewrite(String idPart, Consumer<ObjectNode> change) {
    ObjectNode query = Json.object().put("query", "SELECT * FROM c WHERE CONTAINS(c.id, @part)");
    query.putArray("parameters").addObject().put("name", "@part").put("value", idPart);
    for (PartitionInfo range : container.ranges()) {
      FeedScope scope = new FeedScope.Physical(range.id(), null);
      Paging paging = new Paging(-1, null);
      do {
        QueryPage page = queries.page(container, scope, QueryText.of(query), paging).page();
        page.documents().forEach(item -> rewrite(item, change));
        paging = new Paging(-1, page.continuation());
      } while (paging.continuation() != null);
    }
  }

  private void rewrite(JsonNode found, Consumer<ObjectNode> change) {
    ObjectNode item = found.deepCopy();
    change.accept(item);
    PartitionKeyValue key = container.state().definition().partitionKey().extract(item);
    EntityTagConditions unchanged = new EntityTagConditions(found.path("_etag").textValue(), null);
    try {
      container.execute(
          key, new ItemOperation.Replace(item.path("id").textValue(), item, unchanged));
    } catch (EngineException e) {
      if (e.status() != PRECONDITION_FAILED && e.status() != NOT_FOUND) {
        throw e;
      }
    }
  }
}
