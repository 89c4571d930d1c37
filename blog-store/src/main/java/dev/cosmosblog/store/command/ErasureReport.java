package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogCommands;

/**
 * What one call of {@link BlogCommands#eraseUser} did; what an earlier one had done before it
 * failed is not in it.
 *
 * @param user who was erased
 * @param erasure how: {@link Erasure#REMOVE} also where an earlier call had begun so
 * @param users in the container of users: the name's reservation and the user's posts in short form
 * @param posts in the container of posts: posts, comments and likes
 * @param feed in the feed: the user's posts in short form
 */
public record ErasureReport(UserId user, Erasure erasure, Part users, Part posts, Part feed) {
  /**
   * One container's part.
   *
   * @param removed how many items went
   * @param anonymised how many items lost the name
   * @param requests how many requests that took, queries included
   * @param requestUnits what they were charged, in RU
   */
  public record Part(int removed, int anonymised, int requests, double requestUnits) {}

  /** Whether there was something to do. */
  public boolean hasDone() {
    return changes(users) + changes(posts) + changes(feed) > 0;
  }

  private static int changes(Part part) {
    return part.removed() + part.anonymised();
  }
}
