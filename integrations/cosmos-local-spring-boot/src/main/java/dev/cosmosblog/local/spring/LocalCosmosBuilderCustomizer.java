package dev.cosmosblog.local.spring;

import dev.cosmosblog.local.LocalCosmosBuilder;

/**
 * Customizes the account in the process, after the properties. Beans of this type are called in
 * their order.
 */
@FunctionalInterface
public interface LocalCosmosBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param accountBuilder the builder
   */
  void customize(LocalCosmosBuilder accountBuilder);
}
