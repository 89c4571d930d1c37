package dev.cosmosblog.local.internal.http;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Names for requests. They only have to differ: unlike {@link UUID#randomUUID}, which costs a
 * request more than its signature, they need not be hard to guess.
 */
public final class ActivityIds implements Supplier<String> {
  private static final long VERSION_BITS = 0xf000L;
  private static final long VERSION = 0x4000L;
  private static final long VARIANT = Long.MIN_VALUE;

  @Override
  public String get() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong() & ~VERSION_BITS | VERSION, random.nextLong() >>> 2 | VARIANT)
        .toString();
  }
}
