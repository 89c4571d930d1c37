package dev.cosmosblog.simulation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time, each on its own thread, in an order that the schedule's choices decide.
 * Time is virtual: it moves a little with each step, and jumps ahead when every task sleeps. Only
 * the thread whose turn it is touches any state of the simulation.
 */
final class Scheduler {
  /** The virtual time at which every schedule begins. */
  // Shortly before a month ends, on which the archive's buckets depend.
  private static final Instant BEGIN = Instant.parse("2025-12-31T23:58:30Z");

  private static final long STEP = TimeUnit.MILLISECONDS.toNanos(3);

  /** Far longer than a schedule takes; a task that computes for so long will never end. */
  private static final Duration HANG = Duration.ofSeconds(30);

  // Before Java 24, a virtual thread that waits while it holds a monitor keeps its carrier thread.
  private static final int UNPINNED = 24;

  private static final ExecutorService THREADS = threads();

  private static final Duration[] PAUSES = {
    Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMinutes(10)
  };

  private final Choices choices;
  private final Faults faults;
  private final List<Task> tasks = new ArrayList<>();
  private final Thread main = Thread.currentThread();
  private volatile @Nullable Task turn;
  private volatile boolean mainsTurn;
  private boolean ending;
  private long now;
  private int steps;

  Scheduler(Choices choices, Faults faults) {
    this.choices = choices;
    this.faults = faults;
  }

  /** Virtual threads where the JDK has them: a schedule takes half the processor time. */
  private static ExecutorService threads() {
    if (Runtime.version().feature() >= UNPINNED) {
      try {
        return (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError("Java 24 and newer have this method.", e);
      }
    }
    return Executors.newCachedThreadPool(
        work -> {
          Thread thread = new Thread(work, "simulated-task");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Thrown inside a task whose process has died; the library wraps it at most. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("The process has died.", null, false, false);
    }
  }

  /** A process: its tasks die and pause together, and share a clock. */
  static final class Actor {
    final String name;

    /** The name without its number. */
    final String role;

    final boolean mortal;
    private final Duration skew;
    private boolean crashed;
    private boolean closed;
    private long pausedUntil;

    Actor(String name, boolean mortal, Duration skew) {
      this.name = name;
      this.role = name.replaceAll("-\\d+", "");
      this.mortal = mortal;
      this.skew = skew;
    }

    boolean isCrashed() {
      return crashed;
    }

    void crash() {
      crashed = true;
    }

    /** Returns whether the actor's clients are closed, and send nothing any more. */
    boolean isClosed() {
      return closed;
    }

    void close() {
      closed = true;
    }
  }

  /** Something that an actor does, step by step. */
  final class Task {
    final Actor actor;
    final String name;
    private final Runnable body;
    private volatile @Nullable Thread thread;
    private long wakeAt;
    private boolean blocked;
    private boolean done;
    private @Nullable Throwable failure;

    Task(Actor actor, String name, Runnable body) {
      this.actor = actor;
      this.name = name;
      this.body = body;
    }

    /** Runs the task, whose turn it is, and then others that haven't begun, without a handoff. */
    private void run() {
      Task next = runToItsEnd();
      while (next != null && next.thread == null) {
        turn = next;
        next = next.runToItsEnd();
      }
      giveTurn(next);
    }

    /** Returns the task whose turn is next; null for the main thread. */
    private @Nullable Task runToItsEnd() {
      thread = Thread.currentThread();
      try {
        if (!ending && !actor.crashed) {
          body.run();
        }
      } catch (Crash crash) {
        // The process died here.
      } catch (RuntimeException | Error e) {
        failure = e;
      } finally {
        done = true;
        tasks.remove(this);
        if (failure != null && !ending) {
          failed = failure;
          ending = true;
        }
      }
      return choose(null);
    }

    private long readyAt() {
      return Math.max(wakeAt, actor.pausedUntil);
    }
  }

  private @Nullable Throwable failed;

  /** Adds a task; it begins when it is chosen. */
  void spawn(Actor actor, String name, Runnable body) {
    tasks.add(new Task(actor, name, body));
  }

  /**
   * Runs all tasks until none is left or {@link #finish} is called.
   *
   * @throws IllegalStateException if a task ended with an unexpected exception, or computes for
   *     ever
   */
  void run() {
    giveTurn(choose(null));
    awaitMainsTurn();
    ending = true;
    while (!tasks.isEmpty()) {
      Task next = tasks.get(0);
      if (next.thread == null) {
        tasks.remove(next);
        continue;
      }
      mainsTurn = false;
      turn = next;
      unpark(next);
      awaitMainsTurn();
    }
    if (failed != null) {
      throw new IllegalStateException("A task failed: " + failed, failed);
    }
  }

  private void awaitMainsTurn() {
    long deadline = System.nanoTime() + HANG.toNanos();
    while (!mainsTurn) {
      LockSupport.parkNanos(this, HANG.toNanos());
      if (!mainsTurn && System.nanoTime() > deadline) {
        deadline = System.nanoTime() + HANG.toNanos();
        Task stuck = turn;
        if (steps == stepsAtLastLook) {
          throw new IllegalStateException(
              "Task %s computes without end.".formatted(stuck == null ? "?" : stuck.name));
        }
        stepsAtLastLook = steps;
      }
    }
  }

  private volatile int stepsAtLastLook = -1;

  /** Ends the schedule; all other tasks die at their next step. */
  void finish() {
    ending = true;
  }

  /** Ends the schedule with a failure; returns what the calling task throws to die. */
  Crash fail(Throwable failure) {
    failed = failure;
    ending = true;
    return new Crash();
  }

  /** Lets other tasks run first, if the choices say so. */
  void step() {
    steps++;
    now += STEP;
    Task me = current();
    disturb(me);
    switchFrom(me);
  }

  /** Sleeps in virtual time. */
  void sleep(Duration time) {
    Task me = current();
    me.wakeAt = now + Math.max(0, time.toNanos());
    steps++;
    switchFrom(me);
  }

  /** Sleeps until a signal, and then for as long as its sender says. */
  void await(Signal signal) {
    Task me = current();
    signal.waiting.add(me);
    me.blocked = true;
    switchFrom(me);
  }

  /** Wakes the tasks that wait for it, after some time. */
  static final class Signal {
    private final List<Task> waiting = new ArrayList<>();

    void send(long wakeAt) {
      for (Task task : waiting) {
        task.blocked = false;
        task.wakeAt = wakeAt;
      }
      waiting.clear();
    }
  }

  private void disturb(Task me) {
    if (!faults.active() || !me.actor.mortal) {
      return;
    }
    if (choices.chance(faults.crashes())) {
      me.actor.crashed = true;
      faults.note("crash");
      faults.tell(() -> me.actor.name + " dies");
    } else if (choices.chance(faults.pauses())) {
      Duration pause = PAUSES[choices.below(PAUSES.length)];
      me.actor.pausedUntil = now + pause.toNanos();
      faults.note("pause " + pause.toSeconds() + " s");
      faults.tell(() -> me.actor.name + " stops for " + pause.toSeconds() + " s");
    }
  }

  private void switchFrom(Task me) {
    if (!ending) {
      Task next = choose(me);
      if (next != me) {
        giveTurn(next);
        awaitTurn(me);
      }
    }
    if (ending || me.actor.crashed) {
      throw new Crash();
    }
  }

  private Task current() {
    Task task = turn;
    if (task == null || task.thread != Thread.currentThread()) {
      throw new IllegalStateException("A request came from a thread outside the simulation.");
    }
    return task;
  }

  /** Returns the actor whose turn it is. */
  Actor actor() {
    return current().actor;
  }

  private @Nullable Task choose(@Nullable Task me) {
    if (ending) {
      return null;
    }
    List<Task> ready = new ArrayList<>(tasks.size());
    Task first = null;
    if (me != null && !me.done && !me.blocked && isReady(me)) {
      ready.add(me);
    }
    for (Task task : tasks) {
      if (task.done || (task.blocked && !task.actor.crashed)) {
        continue;
      }
      if (isReady(task) && task != me) {
        ready.add(task);
      }
      if (first == null || task.readyAt() < first.readyAt()) {
        first = task;
      }
    }
    if (ready.isEmpty()) {
      if (first == null) {
        return null;
      }
      now = Math.max(now, first.readyAt());
      return first;
    }
    boolean stays = ready.get(0) == me;
    if (ready.size() == 1 || (stays && !choices.chance(faults.switches()))) {
      return ready.get(0);
    }
    return stays ? ready.get(1 + choices.below(ready.size() - 1)) : choices.of(ready);
  }

  private boolean isReady(Task task) {
    return task.actor.crashed || task.readyAt() <= now;
  }

  private void giveTurn(@Nullable Task next) {
    turn = next;
    if (next == null) {
      mainsTurn = true;
      LockSupport.unpark(main);
    } else {
      unpark(next);
    }
  }

  private static void unpark(Task task) {
    Thread thread = task.thread;
    if (thread == null) {
      THREADS.execute(task::run);
    } else {
      LockSupport.unpark(thread);
    }
  }

  private void awaitTurn(Task me) {
    // giveTurn sets the turn before it unparks the thread, so no wake-up is lost.
    while (turn != me) {
      LockSupport.park(this);
    }
  }

  int steps() {
    return steps;
  }

  /** Returns the virtual time in nanoseconds since the schedule began. */
  long nanoTime() {
    return now;
  }

  /** Returns the service's time. */
  Instant now() {
    return BEGIN.plusNanos(now);
  }

  /** Returns an actor's clock. */
  Clock clock(Actor actor) {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("The simulation has one zone.");
      }

      @Override
      public Instant instant() {
        return now().plus(actor.skew);
      }
    };
  }

  /** Returns a lock whose waiting is a step of the schedule. */
  Lock lock() {
    return new SimulatedLock();
  }

  /** A lock that one of the scheduler's tasks holds at a time. */
  private final class SimulatedLock implements Lock {
    private final List<Task> waiting = new ArrayList<>();
    private @Nullable Task holder;

    @Override
    public void lock() {
      Task me = current();
      while (holder != null) {
        block(me, waiting, Long.MAX_VALUE);
      }
      holder = me;
    }

    @Override
    public void unlock() {
      holder = null;
      wake(waiting);
    }

    private void block(Task me, List<Task> queue, long until) {
      queue.add(me);
      if (until == Long.MAX_VALUE) {
        me.blocked = true;
      } else {
        me.wakeAt = until;
      }
      switchFrom(me);
      queue.remove(me);
    }

    private void wake(List<Task> queue) {
      queue.forEach(
          task -> {
            task.blocked = false;
            task.wakeAt = now;
          });
      queue.clear();
    }

    @Override
    public Condition newCondition() {
      List<Task> signalled = new ArrayList<>();
      return new Condition() {
        private void await(long until) {
          Task me = current();
          unlock();
          block(me, signalled, until);
          lock();
        }

        @Override
        public void await() {
          await(Long.MAX_VALUE);
        }

        @Override
        public long awaitNanos(long nanos) {
          long until = now + Math.max(0, nanos);
          await(until);
          return until - now;
        }

        @Override
        public void signalAll() {
          wake(signalled);
        }

        @Override
        public void signal() {
          signalAll();
        }

        @Override
        public void awaitUninterruptibly() {
          await(Long.MAX_VALUE);
        }

        @Override
        public boolean await(long time, TimeUnit unit) {
          return awaitNanos(unit.toNanos(time)) > 0;
        }

        @Override
        public boolean awaitUntil(java.util.Date deadline) {
          throw new UnsupportedOperationException("The library waits for no date.");
        }
      };
    }

    @Override
    public void lockInterruptibly() {
      lock();
    }

    @Override
    public boolean tryLock() {
      throw new UnsupportedOperationException("The library tries no lock.");
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
      throw new UnsupportedOperationException("The library tries no lock.");
    }
  }
}
