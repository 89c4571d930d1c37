package dev.cosmosblog.changefeed;

/**
 * The outcomes of replaying all items that were set aside.
 *
 * @param handled the number of items that were handled
 * @param gone the number of items that no longer exist
 * @param stillSetAside the number of items that still cannot be handled
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
