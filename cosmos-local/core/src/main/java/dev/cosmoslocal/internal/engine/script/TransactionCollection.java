package dev.cosmoslocal.internal.engine.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemResult;
import dev.cosmoslocal.internal.engine.operation.OperationScope;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.query.Paging;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.script.CollectionCall;
import dev.cosmoslocal.internal.script.CollectionReply;
import dev.cosmoslocal.internal.script.ScriptCollection;
import dev.cosmoslocal.internal.script.ScriptException;
import org.jspecify.annotations.Nullable;

/** A logical partition in a transaction, as a script sees it. */
final class TransactionCollection implements ScriptCollection {
  private static final QueryText ALL = QueryText.of("SELECT * FROM c");

  private static final int WRONG_PARTITION = 1001;

  private final Container container;
  private final OperationScope scope;
  private final ContainerQueries queries;

  // Confined to the transaction's thread.
  private double charge;
  private int itemsLoaded;
  private boolean written;

  TransactionCollection(Container container, OperationScope scope, ContainerQueries queries) {
    this.container = container;
    this.scope = scope.inScript();
    this.queries = queries;
  }

  /** The cost of all calls, without that of a script's first write. */
  double charge() {
    return charge;
  }

  int itemsLoaded() {
    return itemsLoaded;
  }

  boolean written() {
    return written;
  }

  @Override
  public String selfLink() {
    return container.state().id().self();
  }

  @Override
  public String altLink() {
    return container.altLink();
  }

  @Override
  public CollectionReply answer(CollectionCall call) {
    // The script has taken over what the response before held, and keeps it in its own memory.
    Budget.current().release(0);
    try {
      return call instanceof CollectionCall.RunQuery query ? page(query) : item(operation(call));
    } catch (EngineException refusal) {
      String message =
          refusal.subStatus() == WRONG_PARTITION
              ? "Requests originating from scripts cannot reference partition keys other than the"
                  + " one for which client request was submitted."
              : String.valueOf(refusal.getMessage());
      return CollectionReply.refused(refusal.status(), message);
    } catch (BudgetExceededException refusal) {
      return CollectionReply.refused(refusal.status(), String.valueOf(refusal.getMessage()));
    } catch (QueryException refusal) {
      return CollectionReply.refused(refusal.status(), String.valueOf(refusal.getMessage()));
    } catch (ScriptException failedFunction) {
      return CollectionReply.refused(
          failedFunction.status(), String.valueOf(failedFunction.getMessage()));
    }
  }

  private ItemOperation operation(CollectionCall call) {
    if (call instanceof CollectionCall.CreateItem create) {
      return new ItemOperation.Create(create.body());
    }
    if (call instanceof CollectionCall.UpsertItem upsert) {
      return new ItemOperation.Upsert(upsert.body(), match(upsert.etag()));
    }
    if (call instanceof CollectionCall.ReplaceItem replace) {
      return new ItemOperation.Replace(id(replace.link()), replace.body(), match(replace.etag()));
    }
    if (call instanceof CollectionCall.DeleteItem delete) {
      return new ItemOperation.Delete(id(delete.link()), match(delete.etag()));
    }
    CollectionCall.ReadItem read = (CollectionCall.ReadItem) call;
    return new ItemOperation.Read(
        id(read.link()), new EntityTagConditions(null, read.ifNoneMatch()));
  }

  private static EntityTagConditions match(@Nullable String etag) {
    return new EntityTagConditions(etag, null);
  }

  private String id(String link) {
    String last = link.substring(link.lastIndexOf('/') + 1);
    return link.startsWith(selfLink()) ? scope.idOf(last) : last;
  }

  private CollectionReply item(ItemOperation operation) {
    ItemResult result = operation.apply(scope);
    charge += result.charge();
    itemsLoaded += operation instanceof ItemOperation.Read ? 1 : 0;
    written |= !(operation instanceof ItemOperation.Read);
    JsonNode body =
        result.status() == 304
            ? MissingNode.getInstance()
            : result.item().map(Item::json).orElseGet(MissingNode::getInstance);
    return CollectionReply.of(result.status(), body, null);
  }

  private CollectionReply page(CollectionCall.RunQuery call) {
    QueryText text = call.query() == null ? ALL : QueryText.of(call.query());
    IndexingPolicy indexing = container.state().indexing();
    QueryPage page =
        queries
            .engine()
            .page(
                text,
                new TransactionItemSource(scope, indexing),
                new Paging(call.pageSize(), call.continuation()).limits(),
                queries.functions(container));
    charge +=
        page.itemsCounted() > 0
            ? RequestUnits.count(page.itemsCounted())
            : RequestUnits.query(false, page.itemsLoaded(), page.bytesLoaded());
    itemsLoaded += page.itemsLoaded();
    ArrayNode rows = Json.array();
    page.documents().forEach(rows::add);
    return CollectionReply.of(200, rows, page.continuation());
  }
}
