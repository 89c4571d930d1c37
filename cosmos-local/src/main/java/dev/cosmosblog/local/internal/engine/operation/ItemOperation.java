package dev.cosmosblog.local.internal.engine.operation;

import dev.cosmosblog.local.internal.engine.resource.EngineException;

/** One thing to do with one item. */
public sealed interface ItemOperation
    permits CreateItem, UpsertItem, ReplaceItem, ReadItem, DeleteItem, PatchItem {
  /**
   * Does it, as a part of the scope's transaction.
   *
   * @param scope where
   * @return what came of it
   * @throws EngineException if the account refuses
   */
  ItemResult apply(OperationScope scope);
}
