package dev.cosmoslocal.internal.script;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.Undefined;

/**
 * The calls of the collection that a script has made and that are not answered yet. They are
 * executed in order, each after the function that made it has returned, so that callbacks that call
 * again don't deepen the stack. The service's reference says the same: a call "has been queued".
 */
final class PendingCalls {
  private final Realm realm;
  private final ScriptBudget budget;
  private final ScriptChannel channel;
  private final Queue<Pending> queue = new ArrayDeque<>();

  private record Pending(CollectionCall call, @Nullable Function callback) {}

  PendingCalls(Realm realm, ScriptBudget budget, ScriptChannel channel) {
    this.realm = realm;
    this.budget = budget;
    this.channel = channel;
  }

  /** Queues a call. Returns whether it was accepted. */
  boolean add(CollectionCall call, @Nullable Function callback) {
    return budget.accepts() && queue.add(new Pending(call, callback));
  }

  /** Executes the queued calls and those that their callbacks add. */
  void drain() {
    realm.context().processMicrotasks();
    budget.check();
    Pending next = queue.poll();
    while (next != null) {
      reply(next, channel.ask(next.call));
      realm.context().processMicrotasks();
      budget.check();
      next = queue.poll();
    }
  }

  private void reply(Pending pending, CollectionReply reply) {
    if (reply.refused()) {
      Scriptable error = ScriptErrors.of(realm, reply);
      if (pending.callback == null) {
        throw new JavaScriptException(error, "", 0);
      }
      call(pending.callback, error);
    } else if (pending.callback != null) {
      answer(pending, reply);
    }
  }

  private void answer(Pending pending, CollectionReply reply) {
    Scriptable options = realm.newObject();
    options.put("statusCode", options, reply.status());
    if (reply.continuation() != null) {
      options.put("continuation", options, reply.continuation());
    }
    options.put("notModified", options, reply.status() == 304);
    Object body = ScriptValues.toScript(realm.context(), realm.globals(), reply.body());
    if (pending.call instanceof CollectionCall.DeleteItem) {
      call(pending.callback, Undefined.instance, options);
    } else {
      call(pending.callback, Undefined.instance, body, options);
    }
  }

  private void call(@Nullable Function callback, Object... arguments) {
    if (callback != null) {
      callback.call(realm.context(), realm.globals(), realm.globals(), arguments);
    }
  }
}
