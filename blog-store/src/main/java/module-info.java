/**
 * The blog's store: commands and queries on Azure Cosmos DB for NoSQL.
 *
 * <p>The internal packages are for this library's own modules, which are compiled later: the
 * compiler does not know them yet.
 */
@SuppressWarnings("module")
module dev.cosmosblog.store {
  requires transitive com.azure.core;
  requires transitive com.azure.cosmos;
  requires com.fasterxml.jackson.annotation;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires transitive dev.cosmosblog.model;
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.cosmosblog.store;
  exports dev.cosmosblog.store.command;
  exports dev.cosmosblog.store.config;
  exports dev.cosmosblog.store.error;
  exports dev.cosmosblog.store.observe;
  exports dev.cosmosblog.store.query;
  exports dev.cosmosblog.store.spi to
      dev.cosmosblog.changefeed,
      dev.cosmosblog.maintenance,
      dev.cosmosblog.testing;
  exports dev.cosmosblog.store.internal.cosmos to
      dev.cosmosblog.changefeed,
      dev.cosmosblog.maintenance;
  exports dev.cosmosblog.store.internal.item to
      dev.cosmosblog.changefeed,
      dev.cosmosblog.maintenance;
  exports dev.cosmosblog.store.internal.kernel to
      dev.cosmosblog.changefeed,
      dev.cosmosblog.maintenance;
  exports dev.cosmosblog.store.internal.repository to
      dev.cosmosblog.changefeed,
      dev.cosmosblog.maintenance;
  exports dev.cosmosblog.store.internal.schema to
      dev.cosmosblog.changefeed,
      dev.cosmosblog.maintenance;

  // Jackson reads what queries return into records of these packages.
  opens dev.cosmosblog.store.internal.item to
      com.fasterxml.jackson.databind;
  opens dev.cosmosblog.store.internal.kernel to
      com.fasterxml.jackson.databind;
}
