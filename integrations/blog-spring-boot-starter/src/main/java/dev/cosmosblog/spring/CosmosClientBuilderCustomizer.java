package dev.cosmosblog.spring;

import com.azure.cosmos.CosmosClientBuilder;

/**
 * Customizes the builder of the SDK's clients, where the blog builds its own. Beans of this type
 * are called in their order.
 */
@FunctionalInterface
public interface CosmosClientBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param clientBuilder the builder
   */
  void customize(CosmosClientBuilder clientBuilder);
}
