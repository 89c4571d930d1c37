package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.engine.resource.EngineException;

/** The kinds of resources that replicas have: their number, path, and the token of their name. */
enum ResourceKind {
  DATABASE(0x01, "dbs", RequestToken.DATABASE),
  CONTAINER(0x02, "colls", RequestToken.CONTAINER),
  USER(0x05, "users", RequestToken.USER),
  PERMISSION(0x06, "permissions", RequestToken.PERMISSION),
  ITEM(0x03, "docs", RequestToken.ITEM),
  PROCEDURE(0x07, "sprocs", RequestToken.PROCEDURE),
  CONFLICT(0x08, "conflicts", RequestToken.CONFLICT);

  private final int number;
  private final String path;
  private final RequestToken name;

  ResourceKind(int number, String path, RequestToken name) {
    this.number = number;
    this.path = path;
    this.name = name;
  }

  static ResourceKind of(int number) {
    for (ResourceKind kind : values()) {
      if (kind.number == number) {
        return kind;
      }
    }
    throw EngineException.unsupported("The kind of resource " + number + " in direct mode");
  }

  String path() {
    return path;
  }

  RequestToken nameToken() {
    return name;
  }
}
