package dev.cosmosblog.store.config;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of the blog's containers, which must be different and not blank.
 *
 * @param users the container of users, reserved usernames and summaries, with partition key {@code
 *     /userId}
 * @param posts the container of posts, comments and likes, with partition key {@code /postId}
 * @param feed the container of the front page, with partition key {@code /type}
 * @param leases the container of the change feed's state, with partition key {@code /id}
 * @param listings the container of listings, with partition key {@code /bucket}; null without
 *     listings
 */
public record ContainerNames(
    String users, String posts, String feed, String leases, @Nullable String listings) {
  /** The default name of the container of listings. */
  public static final String DEFAULT_LISTINGS = "listings";

  /** {@code users}, {@code posts}, {@code feed} and {@code leases}, without listings. */
  public static final ContainerNames DEFAULT =
      new ContainerNames("users", "posts", "feed", "leases");

  public ContainerNames {
    Objects.requireNonNull(users, "users");
    Objects.requireNonNull(posts, "posts");
    Objects.requireNonNull(feed, "feed");
    Objects.requireNonNull(leases, "leases");
    List<String> names =
        Stream.of(users, posts, feed, leases, listings).filter(Objects::nonNull).toList();
    if (names.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("A container's name must not be blank.");
    }
    if (Set.copyOf(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "Two containers have the same name; give each container a different name.");
    }
  }

  /**
   * The names of the containers of a blog without listings.
   *
   * @param users the container of users
   * @param posts the container of posts
   * @param feed the container of the front page
   * @param leases the container of the change feed's state
   */
  public ContainerNames(String users, String posts, String feed, String leases) {
    this(users, posts, feed, leases, null);
  }

  /** {@return the same names with listings container} */
  public ContainerNames withListings(String name) {
    return new ContainerNames(users, posts, feed, leases, Objects.requireNonNull(name, "name"));
  }
}
