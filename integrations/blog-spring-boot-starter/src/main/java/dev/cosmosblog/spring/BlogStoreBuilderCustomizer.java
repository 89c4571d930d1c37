package dev.cosmosblog.spring;

import dev.cosmosblog.store.BlogStoreBuilder;

/**
 * Customizes the store. Beans of this type are called in their order, after the properties were
 * applied.
 */
@FunctionalInterface
public interface BlogStoreBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param storeBuilder the builder
   */
  void customize(BlogStoreBuilder storeBuilder);
}
