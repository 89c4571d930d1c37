package dev.cosmosblog.testing;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The failures of the next requests, in order. */
final class StubbedFailures {
  private record Planned(int status, int subStatus, @Nullable Duration retryAfter) {}

  // Both guarded by this.
  private final Deque<Planned> requests = new ArrayDeque<>();
  private final Deque<Integer> batches = new ArrayDeque<>();

  synchronized void addRequest(int status, int subStatus, @Nullable Duration retryAfter) {
    requests.add(new Planned(checked(status), subStatus, retryAfter));
  }

  synchronized void addBatch(int status) {
    batches.add(checked(status));
  }

  private static int checked(int status) {
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException(
          "status must be between 400 and 599, but was %d. Pass the status of a failure."
              .formatted(status));
    }
    return status;
  }

  /** Throws the failure of a request, if it is to fail. */
  synchronized void check(String request) {
    Planned next = requests.poll();
    if (next != null) {
      throw new StubbedFailure(request, next.status, next.subStatus, next.retryAfter);
    }
  }

  /** Returns the status of the failure of a batch, if it is to fail. */
  synchronized OptionalInt nextBatch() {
    Integer next = batches.poll();
    return next == null ? OptionalInt.empty() : OptionalInt.of(next);
  }
}
