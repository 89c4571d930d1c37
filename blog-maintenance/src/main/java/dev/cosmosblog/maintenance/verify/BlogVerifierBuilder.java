package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.RequestUnitBudget;
import dev.cosmosblog.maintenance.scan.Time;
import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a {@link BlogVerifier}. Give it a store; all else has a default. */
public final class BlogVerifierBuilder {
  /**
   * The request units per second that a run uses where nothing else is said: the least that a
   * container has.
   */
  public static final double DEFAULT_REQUEST_UNITS_PER_SECOND = 400;

  /** For how long a suspect is left alone where nothing else is said: five seconds. */
  public static final Duration DEFAULT_SETTLE_TIME = Duration.ofSeconds(5);

  /** The items of a page where nothing else is said. */
  public static final int DEFAULT_PAGE_SIZE = 500;

  private static final int MOST_ITEMS = 1_000;

  private final List<VerifyListener> listeners = new ArrayList<>();
  private @Nullable BlogStore store;
  private @Nullable RequestUnitBudget budget;
  private double requestUnitsPerSecond = DEFAULT_REQUEST_UNITS_PER_SECOND;
  private Duration settleTime = DEFAULT_SETTLE_TIME;
  private int pageSize = DEFAULT_PAGE_SIZE;
  private boolean removeOrphans;
  private Set<FindingKind> kinds = EnumSet.allOf(FindingKind.class);
  private Time time = Time.ofSystem();

  BlogVerifierBuilder() {}

  /**
   * The store whose blog is verified; the feed's size and whether usernames are unique are the
   * store's.
   *
   * @param blog the store
   * @return this builder
   */
  public BlogVerifierBuilder store(BlogStore blog) {
    this.store = blog;
    return this;
  }

  /**
   * How many request units a run uses per second, over all containers; by default {@value
   * #DEFAULT_REQUEST_UNITS_PER_SECOND}. A page may take more than a second's worth at once; the run
   * then waits until that is paid back.
   *
   * @param requestUnits more than zero
   * @return this builder
   * @throws IllegalArgumentException if it is not more than zero
   */
  public BlogVerifierBuilder requestUnitsPerSecond(double requestUnits) {
    if (!(requestUnits > 0)) {
      throw new IllegalArgumentException(
          "A run can't do with " + requestUnits + " RU per second; give more than 0.");
    }
    this.requestUnitsPerSecond = requestUnits;
    return this;
  }

  /**
   * A budget that a run shares with what its caller does besides, on the same thread, instead of
   * one of its own; by default there is none, and {@link #requestUnitsPerSecond} holds.
   *
   * @param shared the budget
   * @return this builder
   */
  public BlogVerifierBuilder budget(RequestUnitBudget shared) {
    this.budget = shared;
    return this;
  }

  /**
   * For how long what looks wrong is left alone before the second look; by default {@link
   * #DEFAULT_SETTLE_TIME}. It must be longer than the change feed's usual lag, or what the change
   * feed is about to write is found. A page with suspects takes that much longer.
   *
   * @param settle at most a day; zero where neither writers nor the change feed run
   * @return this builder
   * @throws IllegalArgumentException if it is negative or longer than a day
   */
  public BlogVerifierBuilder settleTime(Duration settle) {
    if (settle.isNegative() || settle.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("A settle time of " + settle + " can't be waited for.");
    }
    this.settleTime = settle;
    return this;
  }

  /**
   * How many items make a page, which bounds what is in memory and what is done again after a kill;
   * by default {@value #DEFAULT_PAGE_SIZE}. A page ends where a logical partition does: a post with
   * more comments and likes than that is a page by itself, read in parts.
   *
   * @param items 2 to 1,000
   * @return this builder
   * @throws IllegalArgumentException if it is not from 2 to 1,000
   */
  public BlogVerifierBuilder pageSize(int items) {
    if (items < 2 || items > MOST_ITEMS) {
      throw new IllegalArgumentException(
          "A page can't have " + items + " items; give 2 to " + MOST_ITEMS + ".");
    }
    this.pageSize = items;
    return this;
  }

  /**
   * Whether a repair removes comments and likes that have neither a post nor the mark of one; by
   * default it does not. They may be what a deletion left whose mark has expired, and then should
   * go; or their post was lost, and may be restored.
   *
   * @param remove whether they go
   * @return this builder
   */
  public BlogVerifierBuilder removeOrphans(boolean remove) {
    this.removeOrphans = remove;
    return this;
  }

  /**
   * What is looked for; by default everything. Parts of a run that can find none of it are left
   * out: to look for {@link FindingKind#WRONG_FEED} alone takes the feed's requests alone.
   *
   * @param wanted the kinds, at least one
   * @return this builder
   * @throws IllegalArgumentException if there is none
   */
  public BlogVerifierBuilder kinds(Set<FindingKind> wanted) {
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("Give at least one kind of finding to look for.");
    }
    this.kinds = EnumSet.copyOf(wanted);
    return this;
  }

  /**
   * Adds a listener; by default there is none.
   *
   * @param listener the listener, called on the runs' threads
   * @return this builder
   */
  public BlogVerifierBuilder listener(VerifyListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Where time comes from; by default the system's clock and timer.
   *
   * @param source the time
   * @return this builder
   */
  public BlogVerifierBuilder time(Time source) {
    this.time = source;
    return this;
  }

  /**
   * Builds the verifier; nothing is sent.
   *
   * @return the verifier
   * @throws IllegalStateException if no store was given
   */
  public BlogVerifier build() {
    if (store == null) {
      throw new IllegalStateException("Give the verifier a store before you build it.");
    }
    VerifySettings settings =
        new VerifySettings(
            requestUnitsPerSecond,
            settleTime,
            pageSize,
            removeOrphans,
            kinds,
            List.copyOf(listeners),
            Optional.ofNullable(budget),
            time);
    return new BlogVerifier(store, settings);
  }
}
