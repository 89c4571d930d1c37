package dev.cosmosblog.store.internal.item;

/** The numbers of a post's comments and likes. */
public record PostCounts(long comments, long likes) {
  @Override
  public String toString() {
    return comments + " comments, " + likes + " likes";
  }
}
