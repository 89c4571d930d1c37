package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;

/**
 * Customizes the change feed before each start. Beans of this type are called in their order, after
 * the properties were applied.
 */
@FunctionalInterface
public interface BlogChangeFeedBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param changeFeedBuilder the builder
   */
  void customize(BlogChangeFeedBuilder changeFeedBuilder);
}
