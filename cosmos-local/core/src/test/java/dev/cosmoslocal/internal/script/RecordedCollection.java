package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/** A collection that records its calls and rejects deletes. */
final class RecordedCollection implements ScriptCollection {
  private final List<CollectionCall> calls = new ArrayList<>();

  List<CollectionCall> calls() {
    return calls;
  }

  @Override
  public String selfLink() {
    return "dbs/DB==/colls/COLL=/";
  }

  @Override
  public String altLink() {
    return "dbs/db/colls/items";
  }

  @Override
  public CollectionReply answer(CollectionCall call) {
    calls.add(call);
    if (call instanceof CollectionCall.CreateItem create) {
      return CollectionReply.of(201, create.body(), null);
    }
    if (call instanceof CollectionCall.RunQuery) {
      return CollectionReply.of(200, JsonNodeFactory.instance.arrayNode().add(1), "more");
    }
    return CollectionReply.refused(404, "Resource Not Found");
  }
}
