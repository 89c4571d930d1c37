/** The blog's values and stored shapes; it needs the JDK, JSpecify and Jackson's annotations. */
module dev.cosmosblog.model {
  requires com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;

  exports dev.cosmosblog.model;
  exports dev.cosmosblog.model.item;
}
