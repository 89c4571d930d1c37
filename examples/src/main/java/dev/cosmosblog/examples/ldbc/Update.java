package dev.cosmosblog.examples.ldbc;

import java.util.Optional;
import java.util.Set;

/**
 * A row of an update stream that adds to the blog.
 *
 * @param scheduledTime when it is to be played, in milliseconds since 1970
 * @param addition what it adds
 */
record Update(long scheduledTime, Addition addition) {
  /** Likes of comments, forums, members of forums and friendships are nothing that a blog has. */
  private static final Set<String> SKIPPED = Set.of("3", "4", "5", "8");

  private static final int KIND = 2;

  /** The columns are scheduled time, dependency time, kind, and what the kind says. */
  static Optional<Update> of(Row row) throws MalformedRowException {
    if (row.fields().size() <= KIND) {
      throw new MalformedRowException("has no kind of update");
    }
    if (SKIPPED.contains(row.text(KIND))) {
      return Optional.empty();
    }
    Addition addition = addition(row);
    return Optional.of(new Update(row.number("scheduled time", 0), addition));
  }

  private static Addition addition(Row row) throws MalformedRowException {
    switch (row.text(KIND)) {
      case "1" -> {
        row.checkColumns(17);
        return AddUser.of(row.select(3, 4, 5));
      }
      case "2" -> {
        row.checkColumns(6);
        return AddLike.of(row.select(3, 4, 5), DateStyle.MILLIS);
      }
      case "6" -> {
        row.checkColumns(15);
        return AddPost.of(row.select(3, 4, 5, 9, 11), DateStyle.MILLIS);
      }
      case "7" -> {
        row.checkColumns(14);
        return AddComment.of(row.select(3, 4, 7, 9, 11, 12), DateStyle.MILLIS);
      }
      default ->
          throw new MalformedRowException(
              "'" + row.text(KIND) + "' is no kind of update; there are 1 to 8");
    }
  }
}
