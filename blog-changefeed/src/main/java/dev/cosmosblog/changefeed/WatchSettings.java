package dev.cosmosblog.changefeed;

import java.time.Duration;

/**
 * When a processor counts as standing still.
 *
 * @param hostName this host
 * @param stallAfter how long without a sign of life
 * @param backoff how long to wait after a first restart before a second; then twice as long each
 * @param maxRestarts how many restarts in a row, without a sign of life, are all that is tried
 */
record WatchSettings(String hostName, Duration stallAfter, Duration backoff, int maxRestarts) {
  private static final Duration BACKOFF = Duration.ofSeconds(10);
  private static final int MAX_RESTARTS = 8;

  static WatchSettings of(ChangeFeedSettings settings) {
    return new WatchSettings(settings.hostName(), settings.stallAfter(), BACKOFF, MAX_RESTARTS);
  }
}
