package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs operations, and reports each one to the listeners when it ends. */
public record Operations(
    List<OperationListener> listeners, RetryPolicy retryPolicy, RetryTimer timer) {
  public Operations {
    listeners = List.copyOf(listeners);
  }

  public Operations with(OperationListener listener) {
    return new Operations(
        Stream.concat(listeners.stream(), Stream.of(listener)).toList(), retryPolicy, timer);
  }

  public <T> T run(BlogOperation operation, Function<Call, T> body) {
    return run(operation, null, body, result -> false);
  }

  /** Runs a command; a failure carries the id that it creates, so that it can be repeated. */
  public <T> CommandResult<T> command(
      BlogOperation operation, @Nullable String createdId, Function<Call, CommandResult<T>> body) {
    return run(operation, createdId, body, result -> result.alreadyDone());
  }

  /** Runs a removal, which is already done where there is nothing to remove. */
  public boolean removal(BlogOperation operation, Predicate<Call> body) {
    return run(operation, null, body::test, removed -> !removed);
  }

  private <T> T run(
      BlogOperation operation,
      @Nullable String createdId,
      Function<Call, T> body,
      Predicate<T> alreadyDone) {
    long start = timer.nanoTime().getAsLong();
    Call call = new Call(retryPolicy, timer, createdId);
    OperationOutcome outcome = OperationOutcome.FAILED;
    try {
      T result = body.apply(call);
      outcome = alreadyDone.test(result) ? OperationOutcome.ALREADY_DONE : OperationOutcome.DONE;
      return result;
    } catch (StoreException e) {
      throw e;
    } catch (BlogException e) {
      outcome = OperationOutcome.REJECTED;
      throw e;
    } finally {
      OperationReport report =
          new OperationReport(
              operation,
              call.requestUnits(),
              call.requests(),
              call.retries(),
              Duration.ofNanos(timer.nanoTime().getAsLong() - start),
              outcome,
              call.malformed());
      Listeners.tell(listeners, listener -> listener.onOperation(report));
    }
  }
}
