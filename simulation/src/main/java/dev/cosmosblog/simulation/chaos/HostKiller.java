package dev.cosmosblog.simulation.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Kills hosts by chance and starts them again, as it does those that ended by themselves. It spares
 * the first ones, as many as the settings say.
 */
final class HostKiller implements Runnable {
  private static final int SHORTEST_MS = 2_000;
  private static final int LONGEST_MS = 8_000;
  private static final int DOWN_MS = 1_500;

  private final HostProcesses hosts;
  private final int count;
  private final int spared;
  private final SplittableRandom random;
  private final CountDownLatch stop;
  private volatile int kills;

  HostKiller(
      HostProcesses hosts, ChaosSettings settings, SplittableRandom random, CountDownLatch stop) {
    this.hosts = hosts;
    this.count = settings.hosts();
    this.spared = settings.spared();
    this.random = random;
    this.stop = stop;
  }

  int kills() {
    return kills;
  }

  @Override
  public void run() {
    try {
      while (!rests(random.nextInt(SHORTEST_MS, LONGEST_MS))) {
        killOne();
        rests(random.nextInt(DOWN_MS));
        startAll();
      }
      startAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills a host that has started. Killing one before that proves nothing. */
  private void killOne() {
    List<Integer> atWork = hosts.started().stream().filter(host -> host >= spared).toList();
    if (!atWork.isEmpty()) {
      hosts.kill(atWork.get(random.nextInt(atWork.size())));
      kills = kills + 1;
    }
  }

  void startAll() throws IOException {
    for (int host = 0; host < count; host++) {
      hosts.start(host);
    }
  }

  private boolean rests(int milliseconds) throws InterruptedException {
    return stop.await(milliseconds, TimeUnit.MILLISECONDS);
  }
}
