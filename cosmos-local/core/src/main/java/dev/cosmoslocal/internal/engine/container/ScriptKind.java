package dev.cosmoslocal.internal.engine.container;

/** The kinds of scripts of a container. */
public enum ScriptKind {
  /** Called by a client. */
  STORED_PROCEDURE("sprocs", "StoredProcedures", "stored procedure", 8),
  /** Runs with a write. */
  TRIGGER("triggers", "Triggers", "trigger", 7),
  /** Called by a query. */
  FUNCTION("udfs", "UserDefinedFunctions", "user-defined function", 6);

  private final String path;
  private final String feed;
  private final String title;
  private final int ridKind;

  ScriptKind(String path, String feed, String title, int ridKind) {
    this.path = path;
    this.feed = feed;
    this.title = title;
    this.ridKind = ridKind;
  }

  /** The kind's name in links, such as {@code sprocs}. */
  public String path() {
    return path;
  }

  /** The name of the list, such as {@code StoredProcedures}. */
  public String feed() {
    return feed;
  }

  String title() {
    return title;
  }

  /** The number of the kind in the service's resource ids. */
  int ridKind() {
    return ridKind;
  }
}
