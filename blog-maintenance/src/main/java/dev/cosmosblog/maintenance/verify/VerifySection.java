package dev.cosmosblog.maintenance.verify;

import static dev.cosmosblog.maintenance.verify.FindingKind.SURPLUS_COPY;
import static dev.cosmosblog.maintenance.verify.FindingKind.TAKEN_NAME;
import static dev.cosmosblog.maintenance.verify.FindingKind.UNREADABLE_ITEM;
import static dev.cosmosblog.maintenance.verify.FindingKind.UNRESERVED_NAME;
import static dev.cosmosblog.maintenance.verify.FindingKind.UNUSED_RESERVATION;
import static dev.cosmosblog.maintenance.verify.FindingKind.WRONG_FEED;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The parts of a run, in their order. */
public enum VerifySection {
  /** Posts, their comments and likes, and each post's copy beside its author. */
  POSTS(
      EnumSet.complementOf(
          EnumSet.of(SURPLUS_COPY, TAKEN_NAME, UNRESERVED_NAME, UNUSED_RESERVATION, WRONG_FEED))),
  /** Users, their reserved names, and the copies whose posts are gone. */
  USERS(EnumSet.of(SURPLUS_COPY, TAKEN_NAME, UNREADABLE_ITEM, UNRESERVED_NAME, UNUSED_RESERVATION)),
  /** The feed of the newest posts. */
  FEED(EnumSet.of(WRONG_FEED));

  private final Set<FindingKind> kinds;

  VerifySection(Set<FindingKind> kinds) {
    this.kinds = kinds;
  }

  /** Whether it may find one of these. */
  boolean mayFind(Set<FindingKind> wanted) {
    return !Collections.disjoint(kinds, wanted);
  }
}
