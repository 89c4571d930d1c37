package dev.cosmoslocal;

import dev.cosmoslocal.request.RequestKind;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Selects the requests that get a fault. A rule counts the requests of its kinds and container;
 * only this count and the plan's seed decide, never time, thread or content. Immutable.
 */
public final class FaultRule {
  private final Matching matching;
  private final Fault fault;

  private FaultRule(Matching matching, Fault fault) {
    this.matching = matching;
    this.fault = fault;
  }

  /**
   * Starts a rule for requests of some kinds.
   *
   * @param kind the first kind
   * @param more further kinds
   * @return the rule without its fault
   */
  public static Matching on(RequestKind kind, RequestKind... more) {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(more, "more");
    return new Matching(EnumSet.of(kind, more), Optional.empty(), (call, random) -> true);
  }

  /**
   * Starts a rule for every request with a valid signature.
   *
   * @return the rule without its fault
   */
  public static Matching onAny() {
    return new Matching(EnumSet.allOf(RequestKind.class), Optional.empty(), (call, random) -> true);
  }

  Fault fault() {
    return fault;
  }

  boolean counts(RequestKind kind, String container) {
    return matching.kinds.contains(kind)
        && matching.container.filter(name -> !name.equals(container)).isEmpty();
  }

  boolean appliesTo(long call, SplittableRandom random) {
    return matching.occurrence.at(call, random);
  }

  /** Returns whether the fault applies to the n-th request that a rule counts. */
  @FunctionalInterface
  private interface Occurrence {
    boolean at(long call, SplittableRandom random);
  }

  /** A rule without its fault, which applies to every request unless restricted. Immutable. */
  public static final class Matching {
    private final Set<RequestKind> kinds;
    private final Optional<String> container;
    private final Occurrence occurrence;

    private Matching(Set<RequestKind> kinds, Optional<String> container, Occurrence occurrence) {
      this.kinds = kinds;
      this.container = container;
      this.occurrence = occurrence;
    }

    /**
     * Restricts the rule to one container.
     *
     * @param name the name of the container, in any database
     * @return the narrower rule
     */
    public Matching container(String name) {
      Objects.requireNonNull(name, "name");
      return new Matching(kinds, Optional.of(name), occurrence);
    }

    /**
     * Restricts the rule to the n-th request.
     *
     * @param n 1 or more
     * @return the narrower rule
     * @throws IllegalArgumentException if n is less than 1
     */
    public Matching nth(long n) {
      Checks.positive(n);
      return when((call, random) -> call == n);
    }

    /**
     * Restricts the rule to the first n requests.
     *
     * @param n 1 or more
     * @return the narrower rule
     * @throws IllegalArgumentException if n is less than 1
     */
    public Matching first(long n) {
      Checks.positive(n);
      return when((call, random) -> call <= n);
    }

    /**
     * Restricts the rule to the n-th request and all later ones.
     *
     * @param n 1 or more
     * @return the narrower rule
     * @throws IllegalArgumentException if n is less than 1
     */
    public Matching from(long n) {
      Checks.positive(n);
      return when((call, random) -> call >= n);
    }

    /**
     * Restricts the rule to every n-th request.
     *
     * @param n 1 or more
     * @return the narrower rule
     * @throws IllegalArgumentException if n is less than 1
     */
    public Matching every(long n) {
      Checks.positive(n);
      return when((call, random) -> call % n == 0);
    }

    /**
     * Applies the rule with a probability. The plan's seed and the request's number decide.
     *
     * @param probability 0 to 1
     * @return the narrower rule
     * @throws IllegalArgumentException if the probability is out of range
     */
    public Matching probability(double probability) {
      if (!(probability >= 0 && probability <= 1)) {
        throw new IllegalArgumentException(
            "The probability is %s; it must be 0 to 1.".formatted(probability));
      }
      return when((call, random) -> random.nextDouble() < probability);
    }

    /**
     * Completes the rule with its fault.
     *
     * @param fault the fault
     * @return the rule
     * @throws IllegalArgumentException for a redelivery if the rule covers requests other than
     *     {@link RequestKind#CHANGE_FEED}
     */
    public FaultRule then(Fault fault) {
      Objects.requireNonNull(fault, "fault");
      if (fault.kind() == FaultKind.REDELIVERY && !kinds.equals(Set.of(RequestKind.CHANGE_FEED))) {
        throw new IllegalArgumentException(
            "A redelivery applies to requests of kind CHANGE_FEED only; start the rule with"
                + " FaultRule.on(RequestKind.CHANGE_FEED).");
      }
      return new FaultRule(this, fault);
    }

    /** Adds a condition to the earlier ones. */
    private Matching when(Occurrence more) {
      Occurrence before = occurrence;
      return new Matching(
          kinds, container, (call, random) -> before.at(call, random) && more.at(call, random));
    }
  }
}
