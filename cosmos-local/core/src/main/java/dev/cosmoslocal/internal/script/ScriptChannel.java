package dev.cosmoslocal.internal.script;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The channel between a script's thread and the calling thread. The caller holds the locks and
 * works on the items; the script's thread holds nothing, so that it can be abandoned if it can't be
 * stopped.
 */
final class ScriptChannel {
  private sealed interface Message {}

  private record Asked(CollectionCall call) implements Message {}

  private record Ended() implements Message {}

  private final BlockingQueue<Message> messages = new ArrayBlockingQueue<>(2);
  private final BlockingQueue<CollectionReply> replies = new ArrayBlockingQueue<>(1);

  /** Called on the script's thread: sends a call and waits for its reply. */
  CollectionReply ask(CollectionCall call) {
    try {
      messages.put(new Asked(call));
      return replies.take();
    } catch (InterruptedException e) {
      throw new ScriptStopped(ScriptStopped.Reason.CANCELLED);
    }
  }

  /** Called on the script's thread at its end. */
  void end() {
    messages.add(new Ended());
  }

  /**
   * Called by the caller: answers the next call. Returns false if the script has ended. Throws if
   * neither happens in time.
   */
  boolean serve(ScriptCollection collection, long nanos) throws InterruptedException {
    Optional<Message> message = Optional.ofNullable(messages.poll(nanos, TimeUnit.NANOSECONDS));
    if (message.isEmpty()) {
      throw ScriptException.timedOut();
    }
    if (message.get() instanceof Asked asked) {
      replies.put(collection.answer(asked.call));
      return true;
    }
    return false;
  }
}
