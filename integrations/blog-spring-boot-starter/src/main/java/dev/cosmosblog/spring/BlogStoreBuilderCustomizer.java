package dev.cosmosblog.spring;

import dev.cosmosblog.store.BlogStoreBuilder;

/** Customizes the store, after the properties. Beans of this type are called in their order. */
@FunctionalInterface
public interface BlogStoreBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param storeBuilder the builder
   */
  void customize(BlogStoreBuilder storeBuilder);
}
