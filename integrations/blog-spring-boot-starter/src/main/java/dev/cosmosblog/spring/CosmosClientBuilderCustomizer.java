package dev.cosmosblog.spring;

import com.azure.cosmos.CosmosClientBuilder;

/**
 * Customizes the SDK's clients, if the blog builds them. Beans of this type are called in their
 * order.
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
