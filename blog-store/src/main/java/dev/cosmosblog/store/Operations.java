package dev.cosmosblog.store;

import dev.cosmosblog.model.BlogException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs operations and tells the listeners what each one took. */
final class Operations {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

  private final List<OperationListener> listeners;
  private final RetryPolicy retryPolicy;
  private final Waiting waiting;

  Operations(List<OperationListener> listeners, RetryPolicy retryPolicy, Waiting waiting) {
    this.listeners = List.copyOf(listeners);
    this.retryPolicy = retryPolicy;
    this.waiting = waiting;
  }

  /** The same, with one listener more. */
  Operations with(OperationListener listener) {
    return new Operations(
        Stream.concat(listeners.stream(), Stream.of(listener)).toList(), retryPolicy, waiting);
  }

  <T> T run(BlogOperation operation, Function<RequestMeter, T> body) {
    long start = waiting.nanoTime().getAsLong();
    RequestMeter meter = new RequestMeter(new Retries(retryPolicy, waiting));
    Outcome outcome = Outcome.FAILED;
    try {
      T result = body.apply(meter);
      outcome = meter.alreadyDone() ? Outcome.ALREADY_DONE : Outcome.DONE;
      return result;
    } catch (StoreException e) {
      throw e;
    } catch (BlogException e) {
      outcome = Outcome.REJECTED;
      throw e;
    } finally {
      Duration duration = Duration.ofNanos(waiting.nanoTime().getAsLong() - start);
      tell(report(operation, meter, duration, outcome));
    }
  }

  private static OperationReport report(
      BlogOperation operation, RequestMeter meter, Duration duration, Outcome outcome) {
    return new OperationReport(
        operation,
        meter.requestUnits(),
        meter.requests(),
        meter.retries(),
        duration,
        outcome,
        meter.malformed());
  }

  /**
   * A command on one item; a failure tells the item's id, with which the command can be repeated.
   */
  <T> CommandResult<T> command(
      BlogOperation operation, String id, Function<RequestMeter, CommandResult<T>> body) {
    try {
      return command(operation, body);
    } catch (StoreException e) {
      throw e.repeatWith(id);
    }
  }

  <T> CommandResult<T> command(
      BlogOperation operation, Function<RequestMeter, CommandResult<T>> body) {
    return run(
        operation,
        meter -> {
          CommandResult<T> result = body.apply(meter);
          if (result.alreadyDone()) {
            meter.foundDone();
          }
          return result;
        });
  }

  /** Something taken away; where it was not there, that was done before. */
  boolean removal(BlogOperation operation, Predicate<RequestMeter> body) {
    return run(
        operation,
        meter -> {
          boolean removed = body.test(meter);
          if (!removed) {
            meter.foundDone();
          }
          return removed;
        });
  }

  private void tell(OperationReport report) {
    for (OperationListener listener : listeners) {
      try {
        listener.onOperation(report);
      } catch (RuntimeException e) {
        LOG.warn("An operation listener failed at {}", report.operation(), e);
      }
    }
  }
}
