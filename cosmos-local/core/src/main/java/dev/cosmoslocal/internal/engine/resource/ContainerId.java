package dev.cosmoslocal.internal.engine.resource;

/** The numeric address of a container. */
public record ContainerId(String databaseId, String databaseRid, long number) {
  public String rid() {
    return ResourceIds.container(number);
  }

  public String self() {
    return "dbs/" + databaseRid + "/colls/" + rid() + "/";
  }

  /** The name of its stored document. */
  public String document() {
    return "container/" + databaseRid + "/" + number;
  }
}
