/**
 * The blog's values and stored shapes; it needs the JDK, JSpecify and Jackson's annotations.
 *
 * <p>The stored shapes are exported to everybody. They are a contract, which {@code
 * docs/data-model.md} states: a host reads the containers with the SDK and these records where no
 * query of the library answers, and a test answers with them for a mocked container.
 */
module dev.cosmosblog.model {
  requires com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;

  exports dev.cosmosblog.model;
  exports dev.cosmosblog.model.item;
}
