package dev.cosmosblog.store.internal.schema;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmosblog.model.item.VersionedName;
import java.util.List;
import java.util.stream.Collectors;

/** All queries and conditions of patches. Queries have parameters; conditions can't. */
public final class QueryTexts {
  // Conditions are as lenient as reads if another program stores null or false instead of a missing
  // property. Otherwise a command would wait for a replica that explains the failed condition.
  private static final String IS_NOT_DELETED =
      " AND (NOT IS_DEFINED(c.deleted) OR IS_NULL(c.deleted) OR c.deleted = false)";
  private static final String IS_PUBLISHED =
      " AND (NOT IS_DEFINED(c.status) OR IS_NULL(c.status) OR c.status = ";
  // Only true closes the comments, whatever else another program stores.
  private static final String ARE_OPEN =
      " AND (NOT IS_BOOL(c.commentsClosed) OR c.commentsClosed = false)";
  // Holds for a post that exists, which a comment, a like or an edit needs.
  public static final String IS_LIVE_POST = "FROM c WHERE c.type = 'post'" + IS_NOT_DELETED;
  // Holds for a post that readers see.
  public static final String IS_LISTED_POST = IS_LIVE_POST + IS_PUBLISHED + "'published')";
  // Holds for a post that readers see and may comment on.
  public static final String TAKES_COMMENTS = IS_LISTED_POST + ARE_OPEN;
  public static final String HAS_OPEN_COMMENTS = IS_LIVE_POST + ARE_OPEN;
  public static final String HAS_CLOSED_COMMENTS = IS_LIVE_POST + " AND c.commentsClosed = true";
  public static final String IS_HIDDEN_POST = IS_LIVE_POST + " AND c.status = 'hidden'";
  public static final String IS_SCHEDULED = IS_LIVE_POST + " AND c.status = 'scheduled'";
  // Holds for a post that was not published yet.
  public static final String IS_UNPUBLISHED =
      IS_LIVE_POST + " AND c.status IN ('draft', 'scheduled')";
  private static final String IS_UNDELETED = " AND (NOT IS_BOOL(c.deleted) OR c.deleted = false";
  private static final String HAS_NAME = "NOT IS_STRING(c.userUsername) OR c.userUsername != ''";
  // Holds for a post without a valid tombstone, whatever another program wrote as its mark.
  public static final String IS_UNDELETED_POST =
      "FROM c WHERE c.type = 'post'" + IS_UNDELETED + ")";
  // Holds for a post that an erasure has not deleted yet.
  private static final String IS_UNERASED_POST =
      "FROM c WHERE c.type = 'post'" + IS_UNDELETED + " OR " + HAS_NAME + ")";
  // Holds for a tombstone of which an erasure has more to remove.
  public static final String IS_UNERASED_TOMBSTONE =
      "FROM c WHERE c.type = 'post' AND (" + HAS_NAME + " OR (IS_STRING(c.slug) AND c.slug != ''))";
  // The same for a post that never had a slug.
  public static final String IS_UNERASED_WITHOUT_SLUG =
      IS_UNERASED_POST
          + " AND (NOT IS_DEFINED(c.slug) OR IS_NULL(c.slug))"
          + " AND (NOT IS_DEFINED(c.formerSlugs) OR IS_NULL(c.formerSlugs))";
  public static final String IS_LISTED_COMMENT = "FROM c WHERE c.type = 'comment'";
  private static final String IS_PENDING = " AND c.pending = true";
  private static final String IS_NOT_PENDING = " AND NOT (IS_BOOL(c.pending) AND c.pending)";
  // Holds for a hidden or pending comment.
  public static final String IS_OF_HIDDEN_TYPE = "FROM c WHERE c.type = 'hiddenComment'";
  public static final String IS_HIDDEN_COMMENT = IS_OF_HIDDEN_TYPE + IS_NOT_PENDING;
  public static final String IS_PENDING_COMMENT = IS_OF_HIDDEN_TYPE + IS_PENDING;
  // Holds for a comment that never was in the queue, so that nothing is left of it once deleted.
  public static final String IS_LISTED_AND_NEVER_PENDING =
      IS_LISTED_COMMENT + " AND NOT IS_DEFINED(c.pending)";
  public static final String IS_COMMENT = "FROM c WHERE c.type IN ('comment', 'hiddenComment')";
  public static final String IS_USER = "FROM c WHERE c.type = 'user'";
  private static final String IS_RESERVATION = "FROM c WHERE c.type IN ('username', 'slug')";
  public static final String IS_UNTYPED = "FROM c WHERE NOT IS_DEFINED(c.type) OR IS_NULL(c.type)";
  // Holds for the tombstone of a user whose erasure is incomplete.
  public static final String IS_ERASURE_UNDER_WAY =
      "FROM c WHERE c.type = 'erasedUser' AND IS_DEFINED(c.formerUsername)";
  // Q4, Q5: the comments or likes of a post, before paging and order.
  public static final String LIST_OF_TYPE = "SELECT TOP @count * FROM c WHERE c.type = @type";
  // Q3: the posts of a user, before paging and order.
  public static final String LIST_OF_POSTS =
      "SELECT TOP @count * FROM c WHERE c.userId = @userId AND c.type = @type";
  // A bucket of the listings, before paging and order, and the number of its published posts.
  public static final String LIST_OF_BUCKET =
      "SELECT TOP @count * FROM c WHERE c.bucket = @bucket AND c.type = @type";
  public static final String COUNT_OF_BUCKET =
      "SELECT VALUE COUNT(1) FROM c WHERE c.bucket = @bucket AND c.type = @type";
  // The published posts that have a tag. Hosts change them and the tag in one transaction.
  public static final String COUNT_OF_TAGGED =
      "SELECT VALUE COUNT(1) FROM c WHERE c.bucket = @bucket AND c.type = @type"
          + " AND c.listed = true AND ARRAY_CONTAINS(c.tags, @tag)";
  // The tags after one of them, by name. Their ids sort behind those of the tagged posts.
  public static final String LIST_OF_TAGS =
      "SELECT TOP @count * FROM c WHERE c.bucket = @bucket AND c.type = @type AND c.id > @after"
          + " ORDER BY c.id";
  public static final String COMMENTS_AND_LIKES =
      "SELECT TOP @count c.id, c.postId, c.type, c.pending, c.creationDate FROM c WHERE c.type IN"
          + " ('comment', 'hiddenComment', 'like')";
  // A point read can't find a post whose key isn't a string or differs from its id.
  private static final String PUBLISHED_POSTS =
      "SELECT TOP @count * FROM c WHERE c.type = @type"
          + IS_NOT_DELETED
          + IS_PUBLISHED
          + "@published) AND c.id = c.postId";
  public static final String NEWEST_POSTS = newestPosts("");
  private static final String WRITTEN_BY =
      "SELECT c.id, c.postId, c.type FROM c WHERE c.userId = @userId"
          + " AND IS_STRING(c.postId) AND c.type IN (@post, @comment, @hiddenComment, @like)";
  // A user's items with a stale name, in every physical partition.
  public static final String WRITTEN_WITH_OLDER_NAME =
      WRITTEN_BY + " AND (NOT IS_NUMBER(c.userVersion) OR c.userVersion < @version)";
  // Another program may have written the version of an erased user into a live user's item.
  private static final String IS_OTHER_NAME =
      " AND (NOT IS_NUMBER(c.userVersion) OR c.userVersion != @version"
          + " OR NOT IS_STRING(c.userUsername) OR c.userUsername != @name)";
  // An erased user's items whose name isn't that of the erasure, in every physical partition.
  public static final String WRITTEN_WITH_OTHER_NAME = WRITTEN_BY + IS_OTHER_NAME;
  // A user's items that an erasure hasn't removed, in every physical partition.
  public static final String WRITTEN_AND_NOT_REMOVED =
      WRITTEN_BY + IS_UNDELETED + " OR NOT IS_STRING(c.userUsername) OR c.userUsername != @none)";
  // The summaries beside an author.
  public static final String SUMMARIES_OF_USER =
      "SELECT * FROM c WHERE c.userId = @userId AND c.type IN ('post', 'unpublishedPost')";
  public static final String SUMMARIES_WITH_OTHER_NAME = SUMMARIES_OF_USER + IS_OTHER_NAME;
  public static final String SCAN_POSTS = "SELECT TOP @count * FROM c ORDER BY c.postId";
  public static final String SCAN_POSTS_AFTER =
      "SELECT TOP @count * FROM c WHERE c.postId > @after ORDER BY c.postId";
  public static final String SCAN_BY_ID = "SELECT TOP @count * FROM c ORDER BY c.id";
  public static final String SCAN_BY_ID_AFTER =
      "SELECT TOP @count * FROM c WHERE c.id > @after ORDER BY c.id";

  public static final String OF_ID = "SELECT TOP @count * FROM c WHERE c.id = @id";
  // The items with one id in any partition.
  public static final String EVERY_OF_ID = "SELECT * FROM c WHERE c.id = @id";
  public static final String COUNTS_BY_TYPE =
      "SELECT c.type, COUNT(1) AS number FROM c WHERE c.type IN ('comment', 'like')"
          + " GROUP BY c.type";
  public static final String LIKES_OF_USER =
      "SELECT TOP @count * FROM c WHERE c.type = 'like' AND c.userId = @userId ORDER BY c.id";
  public static final String LAST_WRITE = "SELECT TOP 1 VALUE c._ts FROM c ORDER BY c._ts DESC";
  public static final String ITEM_COUNT = "SELECT VALUE COUNT(1) FROM c";
  // The library's internal documents in the leases container.
  public static final String LEASE_DOCUMENTS =
      "SELECT TOP @count * FROM c WHERE STARTSWITH(c.id, @prefix) AND c.id > @after ORDER BY c.id";
  public static final String LEASE_DOCUMENTS_UNTIL =
      "SELECT TOP @count * FROM c WHERE c.id > @after AND c.id <= @last ORDER BY c.id";
  // The leases of the SDK's change feed processor.
  public static final String LEASES =
      "SELECT c.id, c.LeaseToken, c.Owner, c.ContinuationToken, c.feedRange, c._etag FROM c"
          + " WHERE STARTSWITH(c.id, @prefix)";

  // The orders of the lists above; each begins with the first path of its composite index.
  public static final List<String> ORDER_OF_TYPE = List.of("c.creationDate", "c.id");
  public static final List<String> ORDER_OF_POSTS =
      List.of("c.userId", "c.type", "c.creationDate", "c.id");
  public static final List<String> ORDER_OF_BUCKET =
      List.of("c.bucket", "c.type", "c.creationDate", "c.id");

  private QueryTexts() {}

  public static String orderedBy(List<String> order, boolean newestFirst) {
    String direction = newestFirst ? " DESC" : " ASC";
    return " ORDER BY " + String.join(direction + ", ", order) + direction;
  }

  // The newest posts after a place, which one of the conditions below selects.
  public static String newestPosts(String behind) {
    return PUBLISHED_POSTS + behind + " ORDER BY c.creationDate DESC, c.id DESC";
  }

  // Holds for the items of a list after one with a date. In Cosmos DB's order of types, missing
  // dates sort before null, and null before all strings.
  public static String behindDated(boolean newestFirst) {
    return newestFirst
        ? " AND (c.creationDate < @date OR NOT IS_DEFINED(c.creationDate)"
            + " OR (c.creationDate = @date AND c.id < @id) OR c.creationDate = null)"
        : " AND (c.creationDate > @date OR (c.creationDate = @date AND c.id > @id))";
  }

  // Holds for the items of a list after one whose date is null.
  public static String behindNull(boolean newestFirst) {
    return newestFirst
        ? " AND (NOT IS_DEFINED(c.creationDate) OR (c.creationDate = null AND c.id < @id))"
        : " AND ((c.creationDate = null AND c.id > @id)"
            + " OR (IS_DEFINED(c.creationDate) AND NOT IS_NULL(c.creationDate)))";
  }

  // Holds for the items of a list after one without a date.
  public static String behindUndated(boolean newestFirst) {
    return newestFirst
        ? " AND NOT IS_DEFINED(c.creationDate) AND c.id < @id"
        : " AND (IS_DEFINED(c.creationDate) OR c.id > @id)";
  }

  // Holds for an item whose name this one replaces, as in VersionedName.replaces.
  public static String hasNameOlderThan(VersionedName name) {
    return "FROM c WHERE " + isOlderThan(name);
  }

  // The same in a copy that wasn't removed.
  public static String isCopyWithNameOlderThan(VersionedName name) {
    return "FROM c WHERE NOT (IS_STRING(c.type) AND c.type = 'removedPost') AND ("
        + isOlderThan(name)
        + ")";
  }

  private static String isOlderThan(VersionedName name) {
    String older = "NOT IS_NUMBER(c.userVersion) OR c.userVersion ";
    return name.version() == VersionedName.LAST_VERSION
        ? older
            + "!= "
            + name.version()
            + " OR NOT IS_STRING(c.userUsername) OR c.userUsername != "
            + TextNode.valueOf(name.username())
        : older + "< " + name.version();
  }

  // Holds if the condition holds and the item was edited this many times. Reads accept a number in
  // a string.
  public static String isEdited(String condition, long times) {
    String isZero =
        times == 0
            ? "NOT IS_DEFINED(c.editVersion) OR IS_NULL(c.editVersion) OR c.editVersion < 0 OR "
            : "";
    return "%s AND (%sc.editVersion = %d OR c.editVersion = '%d')"
        .formatted(condition, isZero, times, times);
  }

  // Holds for an item with a larger number at a path.
  public static String isAbove(String path, long number) {
    return "FROM c WHERE c." + path.substring(1) + " > " + number;
  }

  // Holds for an item that was changed since its numbers, which only grow, were read, or that was
  // deleted. No comment becomes pending again, and no erased user a user.
  public static String isNewer(
      Number version, Number userVersion, Number editVersion, boolean wasPending, boolean wasUser) {
    return "FROM c WHERE c.version > %s OR c.userVersion > %s OR c.editVersion > %s"
            .formatted(version, userVersion, editVersion)
        + " OR c.deleted = true"
        + (wasPending ? " OR c.type != 'hiddenComment' OR c.pending = false" : "")
        + (wasUser ? " OR c.type = 'erasedUser'" : "");
  }

  // Holds for a reservation of an owner, and for one whose owner another program made unreadable.
  public static String isReservedFor(String owner) {
    return IS_RESERVATION
        + " AND (NOT IS_STRING(c.ownerId) OR c.ownerId = "
        + TextNode.valueOf(owner)
        + ")";
  }

  // Holds for a post that is scheduled for a time, given as it is stored.
  public static String isScheduledFor(String time) {
    return IS_SCHEDULED + " AND c.publishAt = '" + time + "'";
  }

  // Holds for a draft, and for a post that is scheduled for another time or, by another program,
  // without one.
  public static String isNotScheduledFor(String time) {
    return IS_UNPUBLISHED
        + " AND (c.status = 'draft' OR NOT IS_DEFINED(c.publishAt) OR c.publishAt != '"
        + time
        + "')";
  }

  // Holds for a summary that a patch can update to a post's state. A patch has too few operations
  // to set or remove all properties, so other summaries are replaced.
  public static String isCopyOlderThan(long version, long userVersion, List<String> missing) {
    return "FROM c WHERE c.type = 'post' AND c.version < %d AND c.userVersion <= %d"
            .formatted(version, userVersion)
        + " AND c.postId = c.id"
        + missing.stream()
            .map(path -> " AND NOT IS_DEFINED(c." + path.substring(1) + ")")
            .collect(Collectors.joining());
  }

  // The condition, for a summary with this note of its entry in the listings. The note is a digest
  // and a number, so the query doesn't contain texts of users.
  public static String isNotedAs(String condition, String note) {
    return condition + " AND c.entries = '" + note + "'";
  }
}
