package dev.cosmosblog.spring;

import dev.cosmosblog.store.BlogDatabaseBuilder;

/**
 * Customizes the blog's database. Beans of this type are called in their order, after the
 * properties were applied.
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
