/** Micrometer observations and meters of the blog's store and change feed. */
// Micrometer's jars have no descriptor yet.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.cosmosblog.micrometer {
  requires transitive dev.cosmosblog.changefeed;
  requires transitive micrometer.core;
  requires transitive micrometer.observation;
  requires micrometer.commons;
  // Only BlogTraces needs it.
  requires static transitive micrometer.tracing;
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.cosmosblog.micrometer;
}
