package dev.cosmosblog.changefeed;

/**
 * What became of the items that were replayed.
 *
 * @param handled how many were handled
 * @param gone how many are there no more
 * @param stillSetAside how many still can't be handled
 */
public record ReplayReport(int handled, int gone, int stillSetAside) {
  ReplayReport and(ReplayOutcome outcome) {
    return switch (outcome) {
      case HANDLED -> new ReplayReport(handled + 1, gone, stillSetAside);
      case GONE -> new ReplayReport(handled, gone + 1, stillSetAside);
      case STILL_SET_ASIDE -> new ReplayReport(handled, gone, stillSetAside + 1);
    };
  }
}
