package dev.cosmosblog.store;

import static org.mockito.Mockito.mock;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.spi.Environment;
import dev.cosmosblog.store.spi.HostThreads;
import dev.cosmosblog.store.spi.RetryTimer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Commands on one post that come in a known order while a batch is held: the first is the one that
 * holds the others up, and they wait when the batch is let go.
 */
final class Crowd implements AutoCloseable {
  private static final int SECONDS = 60;

  /** A test's replacement for sending a batch. */
  @FunctionalInterface
  interface Mishap {
    CosmosBatchResponse on(CosmosContainer real, CosmosBatch batch);
  }

  final BlogStore store;
  final List<Integer> batches = Collections.synchronizedList(new ArrayList<>());
  final List<Double> charges = Collections.synchronizedList(new ArrayList<>());
  final List<OperationReport> reports = Collections.synchronizedList(new ArrayList<>());

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Integer, Mishap> mishaps = new HashMap<>();
  private final Semaphore held = new Semaphore(0);
  private final Semaphore waiting = new Semaphore(0);
  private final Semaphore letGo = new Semaphore(0);
  private final List<Future<?>> commands = new ArrayList<>();
  private final List<Thread> callers = Collections.synchronizedList(new ArrayList<>());

  private Crowd(Blog blog, RetryPolicy policy) {
    HostThreads threads =
        new HostThreads() {
          @Override
          public Lock lock() {
            return new CountingLock();
          }
        };
    RetryTimer timer = new RetryTimer(System::nanoTime, () -> 0.5, time -> {});
    Environment environment = Environment.SYSTEM.with(timer).with(threads);
    this.store =
        blog.storeOn(
            blog.users(),
            inFrontOf(blog.posts()),
            blog.frontPage(),
            database ->
                database.retryPolicy(policy).environment(environment).listener(reports::add));
  }

  static Crowd on(Blog blog) {
    return on(blog, RetryPolicy.standard().withDeadline(Duration.ofSeconds(SECONDS)));
  }

  static Crowd on(Blog blog, RetryPolicy policy) {
    return new Crowd(blog, policy);
  }

  /** Lets something else happen instead of a batch; the first, which is held, has the number 1. */
  Crowd batch(int number, Mishap mishap) {
    mishaps.put(number, mishap);
    return this;
  }

  /** Holds a batch as the first is held. */
  Crowd hold(int number) {
    return batch(number, this::held);
  }

  private CosmosBatchResponse held(CosmosContainer real, CosmosBatch batch) {
    held.release();
    acquire(letGo);
    return real.executeCosmosBatch(batch);
  }

  private CosmosContainer inFrontOf(CosmosContainer real) {
    mishaps.put(1, this::held);
    return mock(
        CosmosContainer.class,
        call -> {
          if (call.getMethod().getName().equals("executeCosmosBatch")) {
            return send(real, call.getArgument(0));
          }
          try {
            return call.getMethod().invoke(real, call.getArguments());
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private CosmosBatchResponse send(CosmosContainer real, CosmosBatch batch) {
    Mishap mishap;
    synchronized (batches) {
      batches.add(batch.getOperations().size());
      mishap = mishaps.getOrDefault(batches.size(), CosmosContainer::executeCosmosBatch);
    }
    CosmosBatchResponse response = mishap.on(real, batch);
    charges.add(response.getRequestCharge());
    return response;
  }

  /** Begins a command, and returns when it is held, or waits for the one that is. */
  Crowd and(Function<BlogStore, ?> command) {
    begin(() -> command.apply(store));
    acquire(commands.size() == 1 ? held : waiting);
    return this;
  }

  private void begin(Callable<?> command) {
    commands.add(
        threads.submit(
            () -> {
              callers.add(Thread.currentThread());
              return command.call();
            }));
  }

  /** Interrupts the caller of a command, from 0. */
  void interrupt(int command) {
    callers.get(command).interrupt();
  }

  void awaitHeld() {
    acquire(held);
  }

  /** Returns one command's result, or its exception, without letting the batch go. */
  Object result(int command) {
    return result(commands.get(command));
  }

  /** Returns whether a command ends within some time, without letting the batch go. */
  boolean ends(int command, Duration within) {
    try {
      commands.get(command).get(within.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Lets the batch go; returns the results of the commands, or their exceptions, in order. */
  List<Object> results() {
    letGo.release();
    return commands.stream().map(Crowd::result).toList();
  }

  /** Lets one held batch go. */
  void letGo() {
    letGo.release();
  }

  private static Object result(Future<?> command) {
    try {
      return command.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("a command does not end", e);
    }
  }

  private static void acquire(Semaphore semaphore) {
    try {
      if (!semaphore.tryAcquire(SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("nothing came for a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CosmosFailure.of(408);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** Counts those who wait; nobody else has the lock before they do. */
  private final class CountingLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    @Override
    public Condition newCondition() {
      Condition real = super.newCondition();
      InvocationHandler counting =
          (proxy, method, arguments) -> {
            if (method.getName().equals("awaitNanos")) {
              waiting.release();
            }
            try {
              return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
              throw e.getCause();
            }
          };
      ClassLoader loader = Condition.class.getClassLoader();
      return (Condition) Proxy.newProxyInstance(loader, new Class<?>[] {Condition.class}, counting);
    }
  }
}
