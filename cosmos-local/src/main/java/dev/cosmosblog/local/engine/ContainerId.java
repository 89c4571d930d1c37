package dev.cosmosblog.local.engine;

/** How a container is addressed by number. */
record ContainerId(String databaseId, String databaseRid, long number) {
  String rid() {
    return ResourceIds.container(number);
  }

  String self() {
    return "dbs/" + databaseRid + "/colls/" + rid() + "/";
  }

  /** The name of the document that is kept of it. */
  String document() {
    return "container/" + databaseRid + "/" + number;
  }
}
