package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.FindingKind;
import java.util.Set;

/** What can be made anew from the posts. */
public enum BlogView {
  /** Each user's posts in short form, beside the user. */
  SHORT_POSTS(FindingKind.MISSING_COPY, FindingKind.STALE_COPY, FindingKind.SURPLUS_COPY),
  /** The feed of the newest posts. */
  FEED(FindingKind.WRONG_FEED);

  private final Set<FindingKind> wrong;

  BlogView(FindingKind... wrong) {
    this.wrong = Set.of(wrong);
  }

  /** What can be wrong with it. */
  Set<FindingKind> wrong() {
    return wrong;
  }
}
