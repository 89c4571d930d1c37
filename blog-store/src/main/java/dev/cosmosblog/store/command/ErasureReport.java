package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The report of one call of {@code eraseUser}, without the work of failed earlier calls.
 *
 * @param user the erased user
 * @param erasure the kind: {@link Erasure#REMOVE} even if only an earlier call asked for it
 * @param users the work in the users container: on the name's reservation and the summaries
 * @param posts the work in the posts container: on posts, comments and likes
 * @param frontPage the work on the front page: on the user's summaries
 * @param listings the work in the listings: on the entries of the user's posts; zero without
 *     listings
 */
public record ErasureReport(
    UserId user, Erasure erasure, Part users, Part posts, Part frontPage, Part listings) {
  public ErasureReport {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(erasure, "erasure");
    Objects.requireNonNull(users, "users");
    Objects.requireNonNull(posts, "posts");
    Objects.requireNonNull(frontPage, "frontPage");
    Objects.requireNonNull(listings, "listings");
  }

  /**
   * The work in one container.
   *
   * @param removed the number of deleted items
   * @param anonymized the number of anonymized items
   * @param requests the number of requests, including queries
   * @param requestUnits the charge of the requests in RU
   */
  public record Part(int removed, int anonymized, int requests, double requestUnits) {}

  /** {@return whether anything was changed} */
  public boolean hasDone() {
    return Stream.of(users, posts, frontPage, listings)
        .anyMatch(part -> part.removed + part.anonymized > 0);
  }
}
