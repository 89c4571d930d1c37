package dev.cosmoslocal.internal.http;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Generates ids of requests. They only have to be unique: {@link UUID#randomUUID}, which makes them
 * hard to guess, costs more than a request's signature.
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
