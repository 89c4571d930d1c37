/** Maintenance of a blog by its operators: verify and repair, upgrade, rebuild. */
module dev.cosmosblog.maintenance {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires transitive dev.cosmosblog.store;
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.cosmosblog.maintenance;
  exports dev.cosmosblog.maintenance.report;

  // Jackson writes and reads checkpoints.
  opens dev.cosmosblog.maintenance.internal to
      com.fasterxml.jackson.databind;
}
