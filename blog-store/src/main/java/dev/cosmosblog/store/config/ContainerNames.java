package dev.cosmosblog.store.config;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The names of the blog's containers: different and not blank ({@link IllegalArgumentException}).
 *
 * @param users users, their reserved names and their posts in short form, by {@code /userId}
 * @param posts posts with their comments and likes, by {@code /postId}
 * @param feed the newest posts in short form, by {@code /type}
 * @param leases the change feed's state, by {@code /id}
 */
public record ContainerNames(String users, String posts, String feed, String leases) {
  /** {@code users}, {@code posts}, {@code feed} and {@code leases}. */
  public static final ContainerNames DEFAULT =
      new ContainerNames("users", "posts", "feed", "leases");

  public ContainerNames {
    Objects.requireNonNull(users, "users");
    Objects.requireNonNull(posts, "posts");
    Objects.requireNonNull(feed, "feed");
    Objects.requireNonNull(leases, "leases");
    List<String> names = List.of(users, posts, feed, leases);
    if (names.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("A container's name must not be blank.");
    }
    if (Set.copyOf(names).size() < names.size()) {
      throw new IllegalArgumentException("Each container must have a name of its own.");
    }
  }
}
