package dev.cosmosblog.local.internal.script;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Where a script's thread and the thread that called it meet. The caller holds the locks and does
 * the work on items; the script's thread holds nothing, so that it can be left to itself if it
 * can't be stopped.
 */
final class Handover {
  private sealed interface Message {}

  private record Asked(CollectionCall call) implements Message {}

  private record Ended() implements Message {}

  private final BlockingQueue<Message> messages = new ArrayBlockingQueue<>(2);
  private final BlockingQueue<CollectionReply> replies = new ArrayBlockingQueue<>(1);

  /** By the script's thread: asks, and waits for the reply. */
  CollectionReply ask(CollectionCall call) {
    try {
      messages.put(new Asked(call));
      return replies.take();
    } catch (InterruptedException e) {
      throw new ScriptStopped();
    }
  }

  /** By the script's thread, when all is done. */
  void end() {
    messages.add(new Ended());
  }

  /**
   * By the caller: answers the next call; false if the script has ended instead. Throws if neither
   * came in time.
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
