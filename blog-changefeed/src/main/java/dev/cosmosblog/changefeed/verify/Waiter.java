package dev.cosmosblog.changefeed.verify;

import java.time.Duration;

/** Lets time pass; tests let it pass at once. */
interface Waiter {
  void await(Duration time) throws InterruptedException;
}
