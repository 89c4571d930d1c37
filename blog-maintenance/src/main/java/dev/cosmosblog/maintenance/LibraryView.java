package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.report.FindingKind;
import java.util.Set;

/** A view that the library maintains and can rebuild from the posts. */
public enum LibraryView {
  /** The summaries of each user's posts. */
  POST_SUMMARIES(
      FindingKind.MISSING_SUMMARY, FindingKind.STALE_SUMMARY, FindingKind.SURPLUS_SUMMARY),
  /** The front page of the newest posts. */
  FRONT_PAGE(FindingKind.WRONG_FRONT_PAGE),
  /** The listings, in a blog that has them. A rebuild fills them with the existing posts. */
  LISTINGS(
      FindingKind.MISSING_ENTRY,
      FindingKind.STALE_ENTRY,
      FindingKind.WRONG_TAG,
      FindingKind.SURPLUS_ENTRY);

  /** The kinds of findings that are errors of the view. */
  final Set<FindingKind> errors;

  LibraryView(FindingKind... errors) {
    this.errors = Set.of(errors);
  }
}
