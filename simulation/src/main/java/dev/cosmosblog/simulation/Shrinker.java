package dev.cosmosblog.simulation;

import dev.cosmosblog.simulation.Simulation.Result;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Shrinks the decisions of a schedule that breaks an invariant to fewer and simpler ones that break
 * the same: it deletes runs of decisions, then sets decisions to zero, until neither helps.
 */
final class Shrinker {
  private final Function<int[], Result> replay;
  private final String broken;
  private final long deadline;
  private Result best;

  private Shrinker(Result failing, Function<int[], Result> replay, Duration time) {
    this.best = failing;
    this.replay = replay;
    this.broken = kind(failing);
    this.deadline = System.nanoTime() + time.toNanos();
  }

  /** Returns the simplest schedule found within a time, with its story. */
  static Result shrink(Result failing, Duration time) {
    return shrink(failing, Simulation::replay, time);
  }

  /** Shrinks a schedule that a function replays. */
  static Result shrink(Result failing, Function<int[], Result> replay, Duration time) {
    Shrinker shrinker = new Shrinker(replay.apply(failing.decisions()), replay, time);
    boolean smaller = true;
    while (smaller && shrinker.hasTime()) {
      smaller = shrinker.deleteRuns() | shrinker.zeroRuns();
    }
    return shrinker.best;
  }

  /** The violation without its ids and numbers, which change while the schedule shrinks. */
  private static String kind(Result result) {
    return result.violation() == null
        ? ""
        : result.violation().getMessage().replaceAll("\\b[A-Za-z]*[0-9-]+\\b", "");
  }

  private boolean hasTime() {
    return System.nanoTime() < deadline;
  }

  private boolean deleteRuns() {
    boolean any = false;
    for (int length = Math.max(1, best.decisions().length / 2); length > 0; length /= 2) {
      for (int at = best.decisions().length - length; at >= 0 && hasTime(); at -= length) {
        if (at + length > best.decisions().length) {
          continue;
        }
        int[] now = best.decisions();
        int[] less = new int[now.length - length];
        System.arraycopy(now, 0, less, 0, at);
        System.arraycopy(now, at + length, less, at, now.length - at - length);
        any |= accept(less);
      }
    }
    return any;
  }

  private boolean zeroRuns() {
    boolean any = false;
    for (int length = 64; length > 0; length /= 4) {
      for (int at = 0; at < best.decisions().length && hasTime(); at += length) {
        int[] zeroed = best.decisions().clone();
        int end = Math.min(zeroed.length, at + length);
        boolean plain = true;
        for (int i = at; i < end; i++) {
          plain &= zeroed[i] == 0;
        }
        if (!plain) {
          Arrays.fill(zeroed, at, end, 0);
          any |= accept(zeroed);
        }
      }
    }
    return any;
  }

  private boolean accept(int[] decisions) {
    Result result = replay.apply(trimmed(decisions));
    if (kind(result).equals(broken) && isSimpler(result)) {
      best = result;
      return true;
    }
    return false;
  }

  /** Zeros at the end are what a replay takes by itself. */
  private static int[] trimmed(int[] decisions) {
    int length = decisions.length;
    while (length > 0 && decisions[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(decisions, length);
  }

  private boolean isSimpler(Result result) {
    long now = weight(result);
    long before = weight(best);
    return now < before || (now == before && result.steps() < best.steps());
  }

  private static long weight(Result result) {
    return Arrays.stream(result.decisions()).filter(decision -> decision != 0).count();
  }
}
