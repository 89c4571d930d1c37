package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.EngineException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Puts what is to go wrong before or around the steps that a call takes. */
record Disturbance(ScheduledExecutorService timer) {
  CallStep before(Interference interference, CallStep next) {
    if (interference instanceof Interference.Wait wait) {
      return (call, reply) -> later(wait.time().toNanos(), () -> next.run(call, reply));
    }
    if (interference instanceof Interference.Hold hold) {
      return (call, reply) ->
          next.run(call, answer -> later(hold.time().toNanos(), () -> reply.accept(answer)));
    }
    if (interference instanceof Interference.First first) {
      return (call, reply) -> {
        first.action().run();
        next.run(call, reply);
      };
    }
    if (interference instanceof Interference.CutAfter) {
      return (call, reply) -> next.run(call, answer -> reply.accept(ApiResponse.cut()));
    }
    return (call, reply) -> next.run(changed(call, interference), reply);
  }

  private static Call changed(Call call, Interference interference) {
    if (interference instanceof Interference.Refuse refuse) {
      return call.answeredBy(exchange -> refusal(exchange, refuse));
    }
    if (interference instanceof Interference.Redeliver redeliver) {
      call.exchange().redeliver(redeliver.transactions());
      return call;
    }
    return call.answeredBy(
        exchange -> {
          exchange.charge(0);
          return ApiResponse.cut();
        });
  }

  private static ApiResponse refusal(Exchange exchange, Interference.Refuse refuse) {
    exchange.charge(0);
    String message = "The fault plan of the local account answers " + refuse.status() + ".";
    return ErrorBody.of(
        new EngineException(refuse.status(), refuse.subStatus(), message)
            .retryAfter(refuse.retryAfter()));
  }

  private void later(long nanos, Runnable action) {
    timer.schedule(action, nanos, TimeUnit.NANOSECONDS);
  }
}
