package dev.cosmoslocal;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Rules that inject faults, and a seed. The same plan injects the same faults into the same
 * sequence of requests. With concurrent requests, a rule still applies to the same positions in the
 * sequence, but other requests may take these positions. Immutable.
 *
 * <pre>{@code
 * emulator.faults(FaultPlan.builder().seed(42)
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

  /** Copies the rules. */
  public FaultPlan {
    Objects.requireNonNull(rules, "rules");
    rules = List.copyOf(rules);
  }

  /**
   * Creates a builder.
   *
   * @return a builder without rules and with seed 0
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultPlan}. Not thread-safe. */
  public static final class Builder {
    private final List<FaultRule> rules = new ArrayList<>();
    private long seed;

    private Builder() {}

    /**
     * Sets the seed of probabilities. Default: 0.
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
      Objects.requireNonNull(rule, "rule");
      rules.add(rule);
      return this;
    }

    /**
     * Creates the plan.
     *
     * @return the plan
     */
    public FaultPlan build() {
      return new FaultPlan(seed, rules);
    }
  }
}
