package dev.cosmoslocal.internal.engine.container;

import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.Set;

/** The operation of a write, as triggers see it. */
public enum TriggeredOperation {
  CREATE("Create", Set.of("Create")),
  REPLACE("Replace", Set.of("Replace", "Update")),
  DELETE("Delete", Set.of("Delete")),
  /**
   * An upsert may create or replace, so it runs the triggers of both, which can see that it is an
   * upsert.
   */
  UPSERT("Upsert", Set.of("Upsert", "Create", "Replace", "Update"));

  private final String title;
  private final Set<String> matching;

  TriggeredOperation(String title, Set<String> matching) {
    this.title = title;
    this.matching = matching;
  }

  public static TriggeredOperation of(ItemOperation operation) {
    if (operation instanceof ItemOperation.Create) {
      return CREATE;
    }
    if (operation instanceof ItemOperation.Upsert) {
      return UPSERT;
    }
    if (operation instanceof ItemOperation.Replace) {
      return REPLACE;
    }
    if (operation instanceof ItemOperation.Delete) {
      return DELETE;
    }
    throw EngineException.unsupported("A trigger on this operation");
  }

  public String title() {
    return title;
  }

  public boolean matches(String triggerOperation) {
    return matching.contains(triggerOperation);
  }
}
