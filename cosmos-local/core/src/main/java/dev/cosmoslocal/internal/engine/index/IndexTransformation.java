package dev.cosmoslocal.internal.engine.index;

/**
 * The transformation of a container's indexes to a new indexing policy. "Removing an index takes
 * effect immediately, whereas adding a new index takes some time", and "queries will only utilize
 * new indexed paths once an index transformation is complete" (Microsoft Learn, "Indexing policies
 * in Azure Cosmos DB"). An ORDER BY that needs a new composite index is refused meanwhile
 * (MicrosoftDocs/azure-docs issue 41836).
 *
 * @param meanwhile what queries use until it is complete
 * @param began the time of its begin in nanoseconds
 */
public record IndexTransformation(IndexingPolicy meanwhile, long began, long duration) {
  private static final int COMPLETE = 100;

  public static IndexTransformation of(
      IndexingPolicy former, IndexingPolicy next, long now, long duration) {
    return new IndexTransformation(next.within(former), now, duration);
  }

  /** The progress in percent. It is complete as well if the clock was set back before its begin. */
  public int progress(long now) {
    long passed = now - began;
    return passed < 0 || passed >= duration ? COMPLETE : (int) (passed * COMPLETE / duration);
  }

  public boolean complete(long now) {
    return progress(now) == COMPLETE;
  }
}
