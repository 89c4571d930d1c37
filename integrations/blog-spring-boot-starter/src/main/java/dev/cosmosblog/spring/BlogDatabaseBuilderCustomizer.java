package dev.cosmosblog.spring;

import dev.cosmosblog.store.BlogDatabaseBuilder;

/**
 * Customizes the blog's database, after the properties. Beans of this type are called in their
 * order.
 */
@FunctionalInterface
public interface BlogDatabaseBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param databaseBuilder the builder
   */
  void customize(BlogDatabaseBuilder databaseBuilder);
}
