package dev.cosmosblog.store;

import com.azure.cosmos.models.SqlParameter;
import dev.cosmosblog.model.item.ItemType;
import java.util.List;

/**
 * What is listed, and how its query meets its container's index.
 *
 * <p>A user's posts have one composite index and no other, so that users and names pay for none:
 * its first paths are pinned by the query, and named in the order, too, which is how Cosmos DB
 * knows that the index serves both (Microsoft's page "Indexing policies", queries with a filter and
 * ORDER BY). In the container of posts, the partition and the type have indexes of their own.
 */
enum ListKind {
  POSTS(BlogOperation.POSTS_OF, ItemType.POST) {
    @Override
    String where() {
      return "SELECT TOP @count * FROM c WHERE c.userId = @userId AND c.type = @type";
    }

    @Override
    String orderBy(CommentOrder order) {
      return order == CommentOrder.NEWEST_FIRST
          ? " ORDER BY c.userId DESC, c.type DESC, c.creationDate DESC, c.id DESC"
          : " ORDER BY c.userId ASC, c.type ASC, c.creationDate ASC, c.id ASC";
    }

    @Override
    List<SqlParameter> pinned(String partition) {
      return List.of(
          new SqlParameter("@userId", partition), new SqlParameter("@type", ItemType.POST));
    }
  },
  COMMENTS(BlogOperation.COMMENTS_OF, ItemType.COMMENT),
  LIKES(BlogOperation.LIKES_OF, ItemType.LIKE);

  private final BlogOperation operation;
  private final String type;

  ListKind(BlogOperation operation, String type) {
    this.operation = operation;
    this.type = type;
  }

  BlogOperation operation() {
    return operation;
  }

  /** The query up to where a page goes on. */
  String where() {
    return "SELECT TOP @count * FROM c WHERE c.type = @type";
  }

  /** The query's end. */
  String orderBy(CommentOrder order) {
    return order == CommentOrder.NEWEST_FIRST
        ? " ORDER BY c.creationDate DESC, c.id DESC"
        : " ORDER BY c.creationDate ASC, c.id ASC";
  }

  /** The parameters of {@link #where} but the count. */
  List<SqlParameter> pinned(String partition) {
    return List.of(new SqlParameter("@type", type));
  }
}
