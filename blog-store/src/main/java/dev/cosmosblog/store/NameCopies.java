package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.ItemContainer.Patch;
import dev.cosmosblog.store.ItemContainer.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes a user's name to the posts, comments and likes that carry an older one. */
final class NameCopies {
  /** One partition asked for each physical partition: who wrote where is known nowhere else. */
  private static final String CARRIERS =
      "SELECT c.id, c.postId, c.type FROM c WHERE c.userId = @userId"
          + " AND IS_STRING(c.postId) AND c.type IN (@post, @comment, @like)"
          + " AND (NOT IS_DEFINED(c.userVersion) OR c.userVersion < @version)";

  private static final int PAGE_SIZE = 100;

  private final ItemContainer posts;

  NameCopies(ItemContainer posts) {
    this.posts = posts;
  }

  void carriers(
      UserId user, VersionedName name, Consumer<List<NameCarrier>> action, RequestMeter meter) {
    SqlQuerySpec spec =
        new SqlQuerySpec(
            CARRIERS,
            List.of(
                new SqlParameter("@userId", user.value()),
                new SqlParameter("@post", ItemType.POST),
                new SqlParameter("@comment", ItemType.COMMENT),
                new SqlParameter("@like", ItemType.LIKE),
                new SqlParameter("@version", name.version())));
    List<NameCarrier> some = new ArrayList<>();
    posts.each(
        new Query(spec, null, PAGE_SIZE),
        NameCarrier.class,
        meter,
        carrier -> {
          some.add(carrier);
          if (some.size() == PAGE_SIZE) {
            action.accept(List.copyOf(some));
            some.clear();
          }
        });
    if (!some.isEmpty()) {
      action.accept(List.copyOf(some));
    }
  }

  boolean put(NameCarrier carrier, VersionedName name, RequestMeter meter) {
    CosmosPatchOperations operations =
        CosmosPatchOperations.create()
            .set("/userUsername", name.username())
            .set("/userVersion", name.version());
    if (ItemType.POST.equals(carrier.type())) {
      operations.increment("/version", 1);
    }
    Patch patch = new Patch(operations, olderThan(name.version()), null);
    return posts.patch(new ItemKey(carrier.id(), carrier.postId()), patch, meter) == Write.DONE;
  }

  /** A patch's condition takes no parameters; a number is all that ever stands in this one. */
  private static String olderThan(long version) {
    return "FROM c WHERE NOT IS_DEFINED(c.userVersion) OR c.userVersion < " + version;
  }
}
