package dev.cosmosblog.local;

import java.util.ArrayList;
import java.util.List;

/**
 * What is to go wrong: rules and a seed. The same plan on the same requests in the same order does
 * the same. Where requests come at once, each rule still befalls the same numbers of its requests,
 * whichever request gets which. Immutable.
 *
 * <pre>{@code
 * account.faults(FaultPlan.builder().seed(42)
 *     .rule(FaultRule.on(RequestKind.PATCH_ITEM).container("posts").nth(3).then(Fault.status(449)))
 *     .rule(FaultRule.on(RequestKind.BATCH).probability(0.1).then(Fault.cutAfter()))
 *     .build());
 * }</pre>
 *
 * @param seed the seed of probabilities
 * @param rules the rules; if several apply to one request, all take effect, in this order
 */
public record FaultPlan(long seed, List<FaultRule> rules) {
  /** No faults. */
  public static final FaultPlan NONE = new FaultPlan(0, List.of());

  /**
   * Copies the rules.
   *
   * @param seed the seed of probabilities
   * @param rules the rules
   */
  public FaultPlan {
    rules = List.copyOf(rules);
  }

  /**
   * A plan without rules and with seed 0.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of a plan. Not safe for many threads. */
  public static final class Builder {
    private final List<FaultRule> rules = new ArrayList<>();
    private long seed;

    private Builder() {}

    /**
     * The seed of probabilities. Default: 0.
     *
     * @param seed any number
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Adds a rule. Default: none.
     *
     * @param rule the rule
     * @return this builder
     */
    public Builder rule(FaultRule rule) {
      rules.add(rule);
      return this;
    }

    /**
     * The plan.
     *
     * @return the plan
     */
    public FaultPlan build() {
      return new FaultPlan(seed, rules);
    }
  }
}
