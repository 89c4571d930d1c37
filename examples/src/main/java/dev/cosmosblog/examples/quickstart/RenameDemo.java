package dev.cosmosblog.examples.quickstart;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Renames a user and watches the stored copies of the name follow. */
final class RenameDemo {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final CosmosDatabase database;
  private final int frontPageSize;

  RenameDemo(BlogDatabase blog) {
    this.database = blog.unwrap(CosmosDatabase.class);
    this.frontPageSize = blog.frontPageSize();
  }

  /** The items that carry a copy of a user's name, and where a query finds them as {@code c}. */
  private enum NameCopy {
    POSTS("posts", "posts", "c", "post"),
    COMMENTS("comments", "posts", "c", "comment"),
    LIKES("likes", "posts", "c", "like"),
    SHORT_POSTS("posts in short form", "users", "c", "post"),
    FRONT_PAGE("posts on the front page", "feed", "c IN feed.posts", "post");

    private final String label;
    private final String container;
    private final String from;
    private final String type;

    NameCopy(String label, String container, String from, String type) {
      this.label = label;
      this.container = container;
      this.from = from;
      this.type = type;
    }
  }

  /**
   * Renames the author of the newest post whose name has a prefix.
   *
   * @return whether all copies carried the new name in time
   */
  boolean rename(String prefix, BlogStore store, Screen screen) {
    User user =
        store.recentPosts(frontPageSize).stream()
            .filter(post -> post.userUsername().startsWith(prefix))
            .findFirst()
            .flatMap(post -> store.findUser(post.userId()))
            .orElseThrow();
    String name = "Renamed " + user.username();
    Map<NameCopy, Integer> before = new LinkedHashMap<>();
    for (NameCopy copy : NameCopy.values()) {
      before.put(copy, count(copy, user, user.username()));
    }
    long start = System.nanoTime();
    store.renameUser(user.id(), name);
    screen.line("");
    screen.line("renamed '" + user.username() + "' to '" + name + "'; the copies followed:");
    Map<NameCopy, Long> followed = watch(user, start);
    Table table = new Table("copies", "with the new name", "after ms");
    for (NameCopy copy : NameCopy.values()) {
      String after = followed.containsKey(copy) ? String.valueOf(followed.get(copy)) : "never";
      table.row(copy.label, count(copy, user, name) + " of " + before.get(copy), after);
    }
    table.print(screen);
    screen.line("");
    return followed.size() == NameCopy.values().length;
  }

  /** Returns when, in milliseconds, no copy of each kind had the old name any more. */
  private Map<NameCopy, Long> watch(User user, long start) {
    Map<NameCopy, Long> followed = new HashMap<>();
    long passed = 0;
    while (followed.size() < NameCopy.values().length && passed < PATIENCE.toMillis()) {
      for (NameCopy copy : NameCopy.values()) {
        if (!followed.containsKey(copy) && count(copy, user, user.username()) == 0) {
          followed.put(copy, (System.nanoTime() - start) / 1_000_000);
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      passed = (System.nanoTime() - start) / 1_000_000;
    }
    return followed;
  }

  private int count(NameCopy copy, User user, String username) {
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT c.id FROM "
                + copy.from
                + " WHERE c.type = @type AND c.userId = @user AND c.userUsername = @name",
            new SqlParameter("@type", copy.type),
            new SqlParameter("@user", user.id().value()),
            new SqlParameter("@name", username));
    return (int)
        database
            .getContainer(copy.container)
            .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
            .stream()
            .count();
  }
}
