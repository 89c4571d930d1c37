package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;

/**
 * Customizes the change feed, after the properties, before each start. Beans of this type are
 * called in their order.
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
