package dev.cosmosblog.benchmarks.ladder;

import com.sun.management.ThreadMXBean;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** A rung whose requests are timed. */
interface MeasuredRung {
  String label();

  Timing ask(LadderRequest request, int round) throws IOException, InterruptedException;

  /**
   * The time of one request.
   *
   * @param nanos nanoseconds
   * @param entries entries of the response
   */
  record Timing(long nanos, int entries) {}

  /** A rung in this process. */
  record InProcess(String label, Rung rung, LadderBlog blog) implements MeasuredRung {
    @Override
    public Timing ask(LadderRequest request, int round) {
      IntSupplier call = request.prepare(rung, blog, round);
      long start = System.nanoTime();
      int entries = call.getAsInt();
      return new Timing(System.nanoTime() - start, entries);
    }

    /** Returns the bytes that this process allocates for one call, as the mean of some rounds. */
    long bytes(LadderRequest request, int firstRound, int rounds, AllocatedBytes allocated) {
      IntSupplier[] calls =
          IntStream.range(firstRound, firstRound + rounds)
              .mapToObj(round -> request.prepare(rung, blog, round))
              .toArray(IntSupplier[]::new);
      long before = allocated.total();
      for (IntSupplier call : calls) {
        call.getAsInt();
      }
      return (allocated.total() - before) / rounds;
    }
  }

  /** The bytes that all threads of this process have allocated. Not thread-safe. */
  final class AllocatedBytes {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** By thread, even those that have ended since they were counted. */
    private final Map<Long, Long> seen = new HashMap<>();

    long total() {
      long[] ids = threads.getAllThreadIds();
      long[] bytes = threads.getThreadAllocatedBytes(ids);
      for (int i = 0; i < ids.length; i++) {
        seen.merge(ids[i], bytes[i], Math::max);
      }
      return seen.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
