package dev.cosmosblog.examples.quickstart;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Renames a user and watches the copies of the name follow. */
final class RenameDemo {
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final BlogStore store;
  private final CosmosDatabase database;
  private final Screen screen;

  RenameDemo(BlogStore store, CosmosDatabase database, Screen screen) {
    this.store = store;
    this.database = database;
    this.screen = screen;
  }

  /** Whether all copies carried the new name in time. */
  boolean rename(User user, String newName) {
    Map<CopyKind, Integer> before = new EnumMap<>(CopyKind.class);
    for (CopyKind kind : CopyKind.values()) {
      before.put(kind, count(kind, user, user.username()));
    }
    long start = System.nanoTime();
    store.renameUser(user.id(), newName);
    screen.line("");
    screen.line("renamed '" + user.username() + "' to '" + newName + "'; the copies followed:");
    Map<CopyKind, Long> followed = watch(user, start);
    Table table = new Table("copies", "with the new name", "after ms");
    for (CopyKind kind : CopyKind.values()) {
      String after = followed.containsKey(kind) ? String.valueOf(followed.get(kind)) : "never";
      table.row(kind.label(), count(kind, user, newName) + " of " + before.get(kind), after);
    }
    table.print(screen);
    screen.line("");
    return followed.size() == CopyKind.values().length;
  }

  private Map<CopyKind, Long> watch(User user, long start) {
    Map<CopyKind, Long> followed = new EnumMap<>(CopyKind.class);
    long passed = 0;
    while (followed.size() < CopyKind.values().length && passed < PATIENCE.toMillis()) {
      for (CopyKind kind : CopyKind.values()) {
        if (!followed.containsKey(kind) && count(kind, user, user.username()) == 0) {
          followed.put(kind, (System.nanoTime() - start) / 1_000_000);
        }
      }
      LockSupport.parkNanos(LOOK.toNanos());
      passed = (System.nanoTime() - start) / 1_000_000;
    }
    return followed;
  }

  private int count(CopyKind kind, User user, String username) {
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT c.id FROM "
                + kind.from()
                + " WHERE c.type = @type AND c.userId = @user AND c.userUsername = @name",
            List.of(
                new SqlParameter("@type", kind.type()),
                new SqlParameter("@user", user.id().value()),
                new SqlParameter("@name", username)));
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    return Math.toIntExact(
        database.getContainer(kind.container()).queryItems(query, options, JsonNode.class).stream()
            .count());
  }
}
