package dev.cosmosblog.benchmarks.overhead;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes that all threads of this process have allocated, those that ended since a look
 * included.
 */
final class AllocatedBytes {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** By thread, as of the last look; used by one thread. */
  private final Map<Long, Long> seen = new HashMap<>();

  /** So far, since any time that stays the same. */
  long total() {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    for (int i = 0; i < ids.length; i++) {
      seen.merge(ids[i], bytes[i], Math::max);
    }
    return seen.values().stream().mapToLong(Long::longValue).sum();
  }
}
