package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The report of one call of {@code eraseUser}, without the work of earlier calls that failed.
 *
 * @param user the erased user
 * @param erasure the kind: {@link Erasure#REMOVE} even if only an earlier call asked for it
 * @param users in the container of users: the name's reservation and the posts as summaries
 * @param posts in the container of posts: posts, comments and likes
 * @param frontPage on the front page: the user's posts as summaries
 * @param archive in the archive: the entries of the user's posts; nothing in a blog without one
 */
public record ErasureReport(
    UserId user, Erasure erasure, Part users, Part posts, Part frontPage, Part archive) {
  public ErasureReport {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(erasure, "erasure");
    Objects.requireNonNull(users, "users");
    Objects.requireNonNull(posts, "posts");
    Objects.requireNonNull(frontPage, "frontPage");
    Objects.requireNonNull(archive, "archive");
  }

  /**
   * One container's part.
   *
   * @param removed how many items were deleted
   * @param anonymised how many items lost the name
   * @param requests how many requests it took, queries included
   * @param requestUnits the RU that they were charged
   */
  public record Part(int removed, int anonymised, int requests, double requestUnits) {}

  /** {@return whether anything was changed} */
  public boolean hasDone() {
    return Stream.of(users, posts, frontPage, archive)
        .anyMatch(part -> part.removed + part.anonymised > 0);
  }
}
