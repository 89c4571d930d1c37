package dev.cosmosblog.store;

import dev.cosmosblog.model.UserId;

/** Adds up what an erasure does in each container. Used by the operation's thread alone. */
final class ErasureTally {
  final Part users;
  final Part posts;
  final Part feed;

  ErasureTally(RequestMeter meter) {
    this.users = new Part(meter.part());
    this.posts = new Part(meter.part());
    this.feed = new Part(meter.part());
  }

  /** One container's part. */
  static final class Part {
    final RequestMeter meter;
    private int removed;
    private int anonymised;

    private Part(RequestMeter meter) {
      this.meter = meter;
    }

    void removed(boolean done) {
      removed(done ? 1 : 0);
    }

    void removed(int items) {
      removed += items;
    }

    void anonymised(boolean done) {
      anonymised(done ? 1 : 0);
    }

    void anonymised(int items) {
      anonymised += items;
    }

    private ErasureReport.Part report() {
      return new ErasureReport.Part(removed, anonymised, meter.requests(), meter.requestUnits());
    }
  }

  ErasureReport report(UserId user, Erasure erasure) {
    return new ErasureReport(user, erasure, users.report(), posts.report(), feed.report());
  }
}
