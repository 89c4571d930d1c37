package dev.cosmosblog.store.internal.item;

/**
 * How many comments and likes a post has.
 *
 * @param comments the comments
 * @param likes the likes
 */
public record PostCounts(long comments, long likes) {
  @Override
  public String toString() {
    return comments + " comments, " + likes + " likes";
  }
}
