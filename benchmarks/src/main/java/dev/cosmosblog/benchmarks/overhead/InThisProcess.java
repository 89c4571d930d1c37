package dev.cosmosblog.benchmarks.overhead;

import org.jspecify.annotations.Nullable;

/** The requests by a caller in this process. */
final class InThisProcess implements Way {
  private final Caller caller;

  /** Kept, so that nobody can leave out making it; used by one thread. */
  private @Nullable Object answer;

  InThisProcess(Caller caller) {
    this.caller = caller;
  }

  @Override
  public long ask(BlogRequest request, int round) {
    Round own = Round.of(caller.label(), round);
    long start = System.nanoTime();
    answer = request.ask(caller, own);
    return System.nanoTime() - start;
  }
}
