package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ErrorResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.WorkKind;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Wraps the steps of a call with injected faults. */
record FaultInjection(ScheduledExecutorService timer, Workers workers) {
  PendingRequest.Step before(InjectedFault interference, PendingRequest.Step next) {
    if (interference instanceof InjectedFault.Wait wait) {
      return (call, reply) -> later(wait.time().toNanos(), () -> next.run(call, reply));
    }
    if (interference instanceof InjectedFault.Travel distance) {
      return (call, reply) ->
          later(distance.there().toNanos(), () -> far(call, reply, distance, next));
    }
    if (interference instanceof InjectedFault.Hold hold) {
      return (call, reply) ->
          next.run(call, answer -> later(hold.time().toNanos(), () -> reply.accept(answer)));
    }
    if (interference instanceof InjectedFault.First first) {
      return (call, reply) -> first(first.action(), call, reply, next);
    }
    if (interference instanceof InjectedFault.CloseAfter) {
      return (call, reply) -> next.run(call, answer -> reply.accept(ApiResponse.cut()));
    }
    return (call, reply) -> next.run(changed(call, interference), reply);
  }

  /** The action may query items, which event loops don't. */
  private void first(
      Runnable action, PendingRequest call, Consumer<ApiResponse> reply, PendingRequest.Step next) {
    Runnable both =
        () -> {
          try {
            action.run();
          } catch (RuntimeException | Error e) {
            reply.accept(Dispatcher.failed(call.route(), e));
            return;
          }
          next.run(call, reply);
        };
    try {
      workers.run(WorkKind.BLOCKING, call.exchange().cancellation(), both);
    } catch (RejectedExecutionException e) {
      reply.accept(Dispatcher.rejected());
    }
  }

  private void far(
      PendingRequest call,
      Consumer<ApiResponse> reply,
      InjectedFault.Travel distance,
      PendingRequest.Step next) {
    call.exchange().answeredAfter(distance.back());
    next.run(call, answer -> later(distance.back().toNanos(), () -> reply.accept(answer)));
  }

  private static PendingRequest changed(PendingRequest call, InjectedFault interference) {
    if (interference instanceof InjectedFault.Refuse refuse) {
      return call.answeredBy(exchange -> refusal(exchange, refuse));
    }
    if (interference instanceof InjectedFault.Redeliver redeliver) {
      call.exchange().redeliver(redeliver.transactions());
      return call;
    }
    return call.answeredBy(
        exchange -> {
          exchange.charge(0);
          return ApiResponse.cut();
        });
  }

  private static ApiResponse refusal(Exchange exchange, InjectedFault.Refuse refuse) {
    exchange.charge(0);
    String message = "The emulator's fault plan injected status " + refuse.status() + ".";
    return ErrorResponse.of(
        new EngineException(refuse.status(), refuse.subStatus(), message)
            .retryAfter(refuse.retryAfter()));
  }

  private void later(long nanos, Runnable action) {
    timer.schedule(action, nanos, TimeUnit.NANOSECONDS);
  }
}
