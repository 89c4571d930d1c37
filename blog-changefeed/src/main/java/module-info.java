/** The change feed that keeps a blog's denormalized copies equal to their sources. */
module dev.cosmosblog.changefeed {
  requires com.fasterxml.jackson.databind;
  requires transitive dev.cosmosblog.store;
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.cosmosblog.changefeed;
  exports dev.cosmosblog.changefeed.observe;
  exports dev.cosmosblog.changefeed.view;
}
