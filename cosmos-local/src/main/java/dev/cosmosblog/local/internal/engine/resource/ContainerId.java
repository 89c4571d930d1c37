package dev.cosmosblog.local.internal.engine.resource;

/** How a container is addressed by number. */
public record ContainerId(String databaseId, String databaseRid, long number) {
  public String rid() {
    return ResourceIds.container(number);
  }

  public String self() {
    return "dbs/" + databaseRid + "/colls/" + rid() + "/";
  }

  /** The name of the document that is kept of it. */
  public String document() {
    return "container/" + databaseRid + "/" + number;
  }
}
