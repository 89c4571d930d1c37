package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.VerifySteps;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.store.BlogDatabase;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** Builds a {@link BlogVerifier}. */
public final class BlogVerifierBuilder extends MaintenanceBuilder<BlogVerifierBuilder> {
  /** The default settle time: five seconds. */
  public static final Duration DEFAULT_SETTLE_TIME = Duration.ofSeconds(5);

  private Duration settleTime = DEFAULT_SETTLE_TIME;
  private boolean keepOrphans;
  private Set<FindingKind> kinds = EnumSet.allOf(FindingKind.class);

  BlogVerifierBuilder(BlogDatabase database) {
    super(BlogVerifierBuilder.class, database);
  }

  /**
   * Sets how long to wait before a suspect is checked again. Default: {@link #DEFAULT_SETTLE_TIME}.
   *
   * <p>Each page with suspects takes this much longer. If the time is shorter than the usual lag of
   * the change feed, the verifier reports updates that the change feed is about to write as errors.
   *
   * @param settle zero to one day; zero only if neither writers nor the change feed are running
   * @return this builder
   */
  public BlogVerifierBuilder settleTime(Duration settle) {
    Objects.requireNonNull(settle, "settle");
    if (settle.isNegative() || settle.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "settleTime must be between zero and one day, but was " + settle + ".");
    }
    this.settleTime = settle;
    return this;
  }

  /**
   * Sets whether a repair keeps comments and likes without a post or its tombstone. Default: false.
   *
   * <p>Such a post was deleted, and its tombstone has expired. Keep them while comments are
   * imported before their posts.
   *
   * @param keep whether to keep them; they are reported all the same
   * @return this builder
   */
  public BlogVerifierBuilder keepOrphans(boolean keep) {
    this.keepOrphans = keep;
    return this;
  }

  /**
   * Sets the kinds of findings to look for. Default: all. A run skips phases that can't find any of
   * them; for example, {@link FindingKind#WRONG_FRONT_PAGE} alone reads only what the front page
   * needs.
   *
   * @param wanted the kinds, at least one
   * @return this builder
   */
  public BlogVerifierBuilder kinds(Set<FindingKind> wanted) {
    Objects.requireNonNull(wanted, "wanted");
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("kinds must contain at least one kind of finding.");
    }
    this.kinds = EnumSet.copyOf(wanted);
    return this;
  }

  /** {@return the verifier} This method doesn't send requests. */
  public BlogVerifier build() {
    return new BlogVerifier(
        settings(),
        new VerifySteps.Settings(
            settleTime, keepOrphans ? Set.of(FindingKind.ORPHAN) : Set.of(), Set.copyOf(kinds)));
  }
}
