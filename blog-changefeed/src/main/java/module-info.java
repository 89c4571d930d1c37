/** The change feed that updates a blog's denormalized copies after each write. */
module dev.cosmosblog.changefeed {
  requires com.fasterxml.jackson.databind;
  requires transitive dev.cosmosblog.store;
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.cosmosblog.changefeed;
  exports dev.cosmosblog.changefeed.observe;
  exports dev.cosmosblog.changefeed.view;
}
