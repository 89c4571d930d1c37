package dev.cosmosblog.benchmarks.chaos;

/** What a broken invariant does to those who use a blog. */
enum Harm {
  LOST("lost"),
  DRIFT("drift"),
  STALE("stale"),
  DUPLICATE("duplicates"),
  FEED_WRONG("feedWrong"),
  NAME_WRONG("namesWrong"),
  LEFT_BEHIND("leftBehind"),
  NOT_SET_ASIDE("notSetAside");

  private final String counted;

  Harm(String counted) {
    this.counted = counted;
  }

  /** What the report calls the number of these. */
  String counted() {
    return counted;
  }
}
