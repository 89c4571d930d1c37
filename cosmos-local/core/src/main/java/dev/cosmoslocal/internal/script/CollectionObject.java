package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Supplier;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

/**
 * {@code getCollection()}. Its functions return whether a call was accepted; the result goes to the
 * callback.
 */
final class CollectionObject {
  /** Functions of the service's collection that this one lacks. */
  private static final List<String> UNSUPPORTED =
      List.of(
          "createAttachment",
          "upsertAttachment",
          "readAttachment",
          "readAttachments",
          "queryAttachments",
          "replaceAttachment",
          "deleteAttachment");

  private final Realm realm;
  private final ResourceLinks links;
  private final PendingCalls pending;
  private final Supplier<String> ids;

  CollectionObject(Realm realm, ResourceLinks links, PendingCalls pending, Supplier<String> ids) {
    this.realm = realm;
    this.links = links;
    this.pending = pending;
    this.ids = ids;
  }

  /** Turns the arguments of a function into a call. */
  private interface CallReader {
    CollectionCall read(Invocation invocation);
  }

  Scriptable object() {
    Scriptable object = realm.newObject();
    HostFunction.define(object, "getSelfLink", 0, arguments -> links.self());
    HostFunction.define(object, "getAltLink", 0, arguments -> links.alt());
    define(object, "readDocument", 1, this::read);
    define(object, "readDocuments", 1, this::readAll);
    define(object, "queryDocuments", 2, this::query);
    define(object, "createDocument", 2, this::create);
    define(object, "upsertDocument", 2, this::upsert);
    define(object, "replaceDocument", 2, this::replace);
    define(object, "deleteDocument", 1, this::delete);
    for (String name : UNSUPPORTED) {
      HostFunction.define(object, name, 0, arguments -> refuse(name));
    }
    return object;
  }

  private void define(Scriptable object, String name, int required, CallReader reader) {
    HostFunction.define(
        object,
        name,
        required + 2,
        arguments -> {
          Invocation invocation = new Invocation(realm, name, arguments, required);
          return pending.add(reader.read(invocation), invocation.callback());
        });
  }

  private Object refuse(String name) {
    throw realm.error(400, "The function \"" + name + "\" is not supported by the emulator.");
  }

  private CollectionCall read(Invocation of) {
    return new CollectionCall.ReadItem(links.document(of.argument(0)), of.text("ifNoneMatch"));
  }

  private CollectionCall readAll(Invocation of) {
    links.check(of.argument(0));
    return new CollectionCall.RunQuery(null, of.pageSize(), of.text("continuation"));
  }

  private CollectionCall query(Invocation of) {
    links.check(of.argument(0));
    return new CollectionCall.RunQuery(
        queryBody(of.argument(1)), of.pageSize(), of.text("continuation"));
  }

  private JsonNode queryBody(Object query) {
    if (query instanceof CharSequence text) {
      return JsonNodeFactory.instance.objectNode().put("query", text.toString());
    }
    if (query instanceof Scriptable) {
      return ScriptValues.toJson(realm.context(), realm.globals(), query);
    }
    throw realm.error(
        400, "The \"filterQuery\" parameter must be of type \"string\" or \"object\".");
  }

  private CollectionCall create(Invocation of) {
    links.check(of.argument(0));
    return new CollectionCall.CreateItem(identified(of));
  }

  private CollectionCall upsert(Invocation of) {
    links.check(of.argument(0));
    return new CollectionCall.UpsertItem(identified(of), of.text("etag"));
  }

  private CollectionCall replace(Invocation of) {
    return new CollectionCall.ReplaceItem(
        links.document(of.argument(0)), of.body(1), of.text("etag"));
  }

  private CollectionCall delete(Invocation of) {
    return new CollectionCall.DeleteItem(links.document(of.argument(0)), of.text("etag"));
  }

  /** The item with an id. If it has none, one is generated, unless the options forbid it. */
  private ObjectNode identified(Invocation of) {
    ObjectNode body = of.body(1);
    JsonNode id = body.path("id");
    boolean absent = id.isMissingNode() || id.isNull() || id.asText().isEmpty();
    if (absent && !Context.toBoolean(of.option("disableAutomaticIdGeneration"))) {
      body.put("id", ids.get());
    }
    return body;
  }
}
