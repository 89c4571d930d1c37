/**
 * The blog's values and stored items. Depends only on the JDK, JSpecify and Jackson's annotations.
 *
 * <p>The records of stored items are public, and documented in {@code docs/data-model.md}.
 * Applications use them to read the containers with the SDK, and tests use them to stub mocked
 * containers.
 */
module dev.cosmosblog.model {
  requires com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;

  exports dev.cosmosblog.model;
  exports dev.cosmosblog.model.item;
}
