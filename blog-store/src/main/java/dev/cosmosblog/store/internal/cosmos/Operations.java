package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.session.SessionProgress;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.ItemVersion;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationListener.RequestScope;
import dev.cosmosblog.store.observe.OperationListener.Scope;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.SessionToken;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs operations within the scopes of the listeners, and reports each one when it ends. */
public record Operations(List<OperationListener> listeners, CallConfig config) {
  public Operations {
    listeners = List.copyOf(listeners);
  }

  public Operations with(OperationListener listener) {
    return new Operations(Stream.concat(listeners.stream(), Stream.of(listener)).toList(), config);
  }

  /** Returns the operations of a session. */
  public Operations with(SessionToken token) {
    return new Operations(listeners, config.with(SessionProgress.parse(token.value())));
  }

  /** Returns operations that end within a time that is given at the start of each of them. */
  public Operations within(Supplier<Optional<Duration>> timeout) {
    return new Operations(listeners, config.within(timeout));
  }

  public <T> T run(BlogOperation operation, Function<Call, T> body) {
    return run(operation, null, body, result -> false);
  }

  /** Runs an operation without a result. */
  public void execute(BlogOperation operation, Consumer<Call> body) {
    run(
        operation,
        call -> {
          body.accept(call);
          return operation;
        });
  }

  /** Runs a command; a failure contains the id that it creates, so that it can be repeated. */
  public <T> CommandResult<T> command(
      BlogOperation operation, @Nullable String createdId, Function<Call, CommandResult<T>> body) {
    return run(
        operation,
        createdId,
        call -> {
          CommandResult<T> result = body.apply(call);
          return new CommandResult<>(
              result.value(),
              result.alreadyDone(),
              call.requestUnits(),
              call.requests(),
              new SessionToken(call.session().text()));
        },
        CommandResult::alreadyDone);
  }

  /** Runs a query for a page. */
  public <T> Page<T> page(BlogOperation operation, Function<Call, Page<T>> body) {
    return run(
        operation,
        call -> {
          Page<T> page = body.apply(call);
          return new Page<>(page.items(), page.nextToken(), call.requestUnits(), call.requests());
        });
  }

  /** Runs a command without a stored item; it is already done if it changed nothing. */
  public <T> CommandResult<T> change(BlogOperation operation, T id, Predicate<Call> body) {
    return command(
        operation,
        null,
        call -> body.test(call) ? CommandResult.done(id) : CommandResult.doneBefore(id));
  }

  private <T> T run(
      BlogOperation operation,
      @Nullable String createdId,
      Function<Call, T> body,
      Predicate<T> alreadyDone) {
    config.client().checkOpen();
    LongSupplier nanoTime = config.timer().nanoTime();
    long start = nanoTime.getAsLong();
    Deque<Observed> observed = begin(operation);
    Call call = new Call(config, action -> request(observed, action), createdId);
    OperationOutcome outcome = OperationOutcome.FAILED;
    Throwable failure = null;
    try {
      T result = body.apply(call);
      outcome = alreadyDone.test(result) ? OperationOutcome.ALREADY_DONE : OperationOutcome.DONE;
      return result;
    } catch (StoreException e) {
      failure = e;
      throw e;
    } catch (BlogException e) {
      outcome = OperationOutcome.REJECTED;
      failure = e;
      throw e;
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    } finally {
      OperationReport report =
          new OperationReport(
              operation,
              call.requestUnits(),
              call.requests(),
              call.retries(),
              Duration.ofNanos(nanoTime.getAsLong() - start),
              outcome,
              Optional.ofNullable(failure),
              call.malformed());
      if (failure == null) {
        call.written().ifPresent(item -> wrote(observed, item));
      }
      observed.forEach(one -> Listeners.notify(one.listener(), () -> one.scope().end(report)));
    }
  }

  private record Observed(OperationListener listener, Scope scope) {}

  /** Returns the scopes in reverse order, because a thread's spans and contexts are nested. */
  private Deque<Observed> begin(BlogOperation operation) {
    Deque<Observed> observed = new ArrayDeque<>(listeners.size());
    Listeners.notify(
        listeners, listener -> observed.push(new Observed(listener, listener.begin(operation))));
    return observed;
  }

  private static void wrote(Deque<Observed> observed, ItemVersion item) {
    observed.forEach(one -> Listeners.notify(one.listener(), () -> one.scope().wrote(item)));
  }

  private record ObservedRequest(OperationListener listener, RequestScope scope) {}

  private static RequestScope request(Deque<Observed> observed, String action) {
    Deque<ObservedRequest> begun = new ArrayDeque<>(observed.size());
    observed
        .descendingIterator()
        .forEachRemaining(
            one ->
                Listeners.notify(
                    one.listener(),
                    () ->
                        begun.push(
                            new ObservedRequest(one.listener(), one.scope().request(action)))));
    return report ->
        begun.forEach(one -> Listeners.notify(one.listener(), () -> one.scope().end(report)));
  }
}
