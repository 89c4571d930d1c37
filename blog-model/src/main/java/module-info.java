/**
 * The blog's values and the JSON shapes of the stored items. It depends on the JDK, JSpecify and
 * Jackson's annotations only.
 */
module dev.cosmosblog.model {
  requires com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;

  exports dev.cosmosblog.model;
  exports dev.cosmosblog.model.item;
}
