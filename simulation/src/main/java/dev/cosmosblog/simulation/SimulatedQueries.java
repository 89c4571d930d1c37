package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The library's queries and patch conditions, as predicates over items. An unknown query is an
 * error; a test compares the results with those of {@code cosmos-local}.
 */
final class SimulatedQueries {
  private static final Set<String> COUNTED = Set.of("comment", "like");
  private static final Set<String> REACTIONS = Set.of("comment", "hiddenComment", "like");
  private static final Set<String> AUTHORED = Set.of("post", "comment", "hiddenComment", "like");

  private static final List<JsonNodeType> ORDER_OF_TYPES =
      List.of(
          JsonNodeType.MISSING,
          JsonNodeType.NULL,
          JsonNodeType.BOOLEAN,
          JsonNodeType.NUMBER,
          JsonNodeType.STRING,
          JsonNodeType.ARRAY,
          JsonNodeType.OBJECT);

  private static final Comparator<JsonNode> BY_ID = Comparator.comparing(item -> text(item, "id"));

  private static final Map<String, Selection> SELECTIONS = selections();
  private static final Map<String, Predicate<JsonNode>> CONDITIONS = conditions();

  private static final Pattern OLDER_COPY =
      Pattern.compile(
          Pattern.quote(QueryTexts.isCopyOlderThan(-1, -2, List.of()))
                  .replace("-1", "\\E(-?\\d+)\\Q")
                  .replace("-2", "\\E(-?\\d+)\\Q")
              + "((?: AND NOT IS_DEFINED\\(c\\.\\w+\\))*)");
  private static final Pattern MISSING = Pattern.compile("c\\.(\\w+)");

  private static final String NEVER_EDITED = QueryTexts.isEdited("", 0);
  private static final Pattern EDITED =
      Pattern.compile(
          "(.*)" + Pattern.quote(QueryTexts.isEdited("", 9)).replace("9", "\\E(\\d+)\\Q"));

  private static final Pattern STALE_NAME = staleName();

  private static final String NEWER_NUMBERS = QueryTexts.isNewer(7, 8, 9, false, false);

  private static final Pattern NEWER =
      Pattern.compile(
          Pattern.quote(NEWER_NUMBERS).replaceAll("[789]", "\\\\E([-.\\\\dE]+)\\\\Q")
              + "(%s)?(%s)?"
                  .formatted(
                      Pattern.quote(formerState(true, false)),
                      Pattern.quote(formerState(false, true))));

  private static final Pattern RESERVED =
      Pattern.compile(Pattern.quote(QueryTexts.isReservedFor("#")).replace("#", "\\E(.*)\\Q"));

  private static final Pattern ABOVE =
      Pattern.compile(
          Pattern.quote(QueryTexts.isAbove("/#", 9))
              .replace("#", "\\E(\\w+)\\Q")
              .replace("9", "\\E(-?\\d+)\\Q"));

  private static final Pattern NOTED =
      Pattern.compile(
          "(.*)" + Pattern.quote(QueryTexts.isNotedAs("", "#")).replace("#", "\\E(.*)\\Q"));

  private static final Pattern SCHEDULED =
      Pattern.compile(Pattern.quote(QueryTexts.isScheduledFor("#")).replace("#", "\\E(.*)\\Q"));
  private static final Pattern NOT_SCHEDULED =
      Pattern.compile(Pattern.quote(QueryTexts.isNotScheduledFor("#")).replace("#", "\\E(.*)\\Q"));

  private SimulatedQueries() {}

  /**
   * A query's filter and order.
   *
   * @param order the order; null where the service is free, and pages may be short
   */
  record Selection(
      BiPredicate<JsonNode, Map<String, Object>> where, @Nullable Comparator<JsonNode> order) {}

  /** Returns a query's filter and order. */
  static Selection selection(Query query) {
    Selection selection = SELECTIONS.get(query.text());
    if (selection == null) {
      throw new IllegalStateException("The simulation has no such query: " + query.text());
    }
    return selection;
  }

  /** Returns the rows of an aggregate of all selected items, or null if it has no aggregate. */
  static @Nullable List<JsonNode> aggregate(Query query, List<ObjectNode> items) {
    return switch (query.text()) {
      case QueryTexts.COUNTS_BY_TYPE -> countsByType(items);
      case QueryTexts.LAST_WRITE -> lastWrite(items);
      case QueryTexts.ITEM_COUNT, QueryTexts.COUNT_OF_BUCKET, QueryTexts.COUNT_OF_TAGGED ->
          List.of(JsonNodeFactory.instance.numberNode(items.size()));
      default -> null;
    };
  }

  private static List<JsonNode> lastWrite(List<ObjectNode> items) {
    return items.stream()
        .map(item -> item.path("_ts"))
        .max(Comparator.comparingLong(JsonNode::asLong))
        .stream()
        .toList();
  }

  private static List<JsonNode> countsByType(List<ObjectNode> items) {
    Map<String, Long> counts = new LinkedHashMap<>();
    items.forEach(item -> counts.merge(text(item, "type"), 1L, Long::sum));
    List<JsonNode> rows = new ArrayList<>();
    counts.forEach(
        (type, count) ->
            rows.add(JsonNodeFactory.instance.objectNode().put("type", type).put("number", count)));
    return rows;
  }

  /** Returns whether a patch's condition holds. */
  static boolean holds(String condition, JsonNode item) {
    Predicate<JsonNode> known = CONDITIONS.get(condition);
    if (known != null) {
      return known.test(item);
    }
    Matcher staleName = STALE_NAME.matcher(condition);
    if (staleName.matches()) {
      return (staleName.group(1) == null || !is(item, "removedPost"))
          && (staleName.group(2) == null
              ? hasOtherName(item, VersionedName.LAST_VERSION, staleName.group(3))
              : hasOlderName(item, Long.parseLong(staleName.group(2))));
    }
    Matcher copy = OLDER_COPY.matcher(condition);
    if (copy.matches()) {
      return isOlderCopy(item, copy);
    }
    Matcher noted = NOTED.matcher(condition);
    if (noted.matches()) {
      return holds(noted.group(1), item) && equal(item, "entries", noted.group(2));
    }
    Matcher scheduled = SCHEDULED.matcher(condition);
    if (scheduled.matches()) {
      return isPost(item, "scheduled") && equal(item, "publishAt", scheduled.group(1));
    }
    Matcher other = NOT_SCHEDULED.matcher(condition);
    if (other.matches()) {
      return isPost(item, "draft")
          || (isPost(item, "scheduled") && !equal(item, "publishAt", other.group(1)));
    }
    if (condition.endsWith(NEVER_EDITED)) {
      return holds(without(condition, NEVER_EDITED), item) && isEdited(item, 0);
    }
    Matcher edited = EDITED.matcher(condition);
    if (edited.matches()) {
      return holds(edited.group(1), item) && isEdited(item, Long.parseLong(edited.group(2)));
    }
    Matcher above = ABOVE.matcher(condition);
    if (above.matches()) {
      return exceeds(item.path(above.group(1)), above.group(2));
    }
    Matcher reserved = RESERVED.matcher(condition);
    if (reserved.matches()) {
      return (is(item, "username") || is(item, "slug"))
          && (!item.path("ownerId").isTextual() || equal(item, "ownerId", reserved.group(1)));
    }
    Matcher newer = NEWER.matcher(condition);
    if (newer.matches()) {
      return exceeds(item.path("version"), newer.group(1))
          || exceeds(item.path("userVersion"), newer.group(2))
          || exceeds(item.path("editVersion"), newer.group(3))
          || item.path("deleted").equals(BooleanNode.TRUE)
          || (newer.group(4) != null
              && (!is(item, "hiddenComment") || item.path("pending").equals(BooleanNode.FALSE)))
          || (newer.group(5) != null && is(item, "erasedUser"));
    }
    throw new IllegalStateException("The simulation has no such condition: " + condition);
  }

  private static boolean exceeds(JsonNode number, String other) {
    return number.isNumber() && number.asDouble() > Double.parseDouble(other);
  }

  private static boolean isOlderCopy(JsonNode item, Matcher copy) {
    return is(item, "post")
        && item.path("version").isNumber()
        && item.path("version").asLong() < Long.parseLong(copy.group(1))
        && item.path("userVersion").isNumber()
        && item.path("userVersion").asLong() <= Long.parseLong(copy.group(2))
        && item.path("postId").isTextual()
        && item.path("postId").asText().equals(item.path("id").asText())
        && MISSING
            .matcher(copy.group(3))
            .results()
            .noneMatch(missing -> item.has(missing.group(1)));
  }

  private static Pattern staleName() {
    String start = "FROM c WHERE ";
    VersionedName name = new VersionedName("", 9);
    String older = QueryTexts.hasNameOlderThan(name).substring(start.length());
    String inCopy = QueryTexts.isCopyWithNameOlderThan(name);
    VersionedName erased = new VersionedName("?", VersionedName.LAST_VERSION);
    String other = QueryTexts.hasNameOlderThan(erased).substring(start.length());
    return Pattern.compile(
        "%s(%s)?(?:%s|%s)\\)?"
            .formatted(
                start,
                Pattern.quote(inCopy.substring(start.length(), inCopy.indexOf(older))),
                Pattern.quote(older).replace("9", "\\E(-?\\d+)\\Q"),
                Pattern.quote(other).replace("?", "\\E([^\"\\\\]*)\\Q")));
  }

  private static String formerState(boolean wasPending, boolean wasUser) {
    return QueryTexts.isNewer(7, 8, 9, wasPending, wasUser).substring(NEWER_NUMBERS.length());
  }

  private static String without(String condition, String ending) {
    return condition.substring(0, condition.length() - ending.length());
  }

  private static Map<String, Predicate<JsonNode>> conditions() {
    Map<String, Predicate<JsonNode>> all = new HashMap<>();
    all.put(QueryTexts.IS_LIVE_POST, item -> is(item, "post") && !isDeleted(item));
    all.put(QueryTexts.IS_UNDELETED_POST, item -> is(item, "post") && isUndeleted(item));
    all.put(QueryTexts.IS_UNERASED_TOMBSTONE, SimulatedQueries::isUnerasedTombstone);
    all.put(
        QueryTexts.IS_UNERASED_WITHOUT_SLUG,
        item -> isUnerased(item) && !item.hasNonNull("slug") && !item.hasNonNull("formerSlugs"));
    all.put(
        QueryTexts.IS_LISTED_POST,
        item -> is(item, "post") && !isDeleted(item) && isPublished(item));
    all.put(
        QueryTexts.TAKES_COMMENTS,
        item ->
            is(item, "post") && !isDeleted(item) && isPublished(item) && !hasClosedComments(item));
    all.put(
        QueryTexts.HAS_OPEN_COMMENTS,
        item -> is(item, "post") && !isDeleted(item) && !hasClosedComments(item));
    all.put(
        QueryTexts.HAS_CLOSED_COMMENTS,
        item -> is(item, "post") && !isDeleted(item) && hasClosedComments(item));
    all.put(QueryTexts.IS_HIDDEN_POST, item -> isPost(item, "hidden"));
    all.put(QueryTexts.IS_SCHEDULED, item -> isPost(item, "scheduled"));
    all.put(QueryTexts.IS_UNPUBLISHED, item -> isPost(item, "draft") || isPost(item, "scheduled"));
    all.put(QueryTexts.IS_LISTED_COMMENT, item -> is(item, "comment"));
    all.put(QueryTexts.IS_HIDDEN_COMMENT, item -> is(item, "hiddenComment") && !isPending(item));
    all.put(QueryTexts.IS_PENDING_COMMENT, item -> is(item, "hiddenComment") && isPending(item));
    all.put(
        QueryTexts.IS_LISTED_AND_NEVER_PENDING,
        item -> is(item, "comment") && !item.has("pending"));
    all.put(QueryTexts.IS_OF_HIDDEN_TYPE, item -> is(item, "hiddenComment"));
    all.put(QueryTexts.IS_COMMENT, item -> is(item, "comment") || is(item, "hiddenComment"));
    all.put(QueryTexts.IS_USER, item -> is(item, "user"));
    all.put(QueryTexts.IS_UNTYPED, item -> !item.has("type") || item.get("type").isNull());
    all.put(
        QueryTexts.IS_ERASURE_UNDER_WAY,
        item -> is(item, "erasedUser") && item.has("formerUsername"));
    return all;
  }

  private static boolean isUnerased(JsonNode item) {
    return is(item, "post") && isUnerased(item, "");
  }

  private static boolean isUnerased(JsonNode item, String name) {
    return isUndeleted(item) || !equal(item, "userUsername", name);
  }

  private static boolean isUnerasedTombstone(JsonNode item) {
    JsonNode slug = item.path("slug");
    return is(item, "post")
        && (!equal(item, "userUsername", "") || (slug.isTextual() && !slug.asText().isEmpty()));
  }

  private static boolean isUndeleted(JsonNode item) {
    return !item.path("deleted").equals(BooleanNode.TRUE);
  }

  private static boolean isPost(JsonNode item, String status) {
    return is(item, "post") && !isDeleted(item) && equal(item, "status", status);
  }

  private static boolean isDeleted(JsonNode item) {
    JsonNode mark = item.get("deleted");
    return mark != null && !mark.isNull() && !(mark.isBoolean() && !mark.asBoolean());
  }

  private static boolean hasClosedComments(JsonNode item) {
    JsonNode closed = item.path("commentsClosed");
    return closed.isBoolean() && closed.asBoolean();
  }

  private static boolean isPending(JsonNode item) {
    return item.path("pending").isBoolean() && item.path("pending").asBoolean();
  }

  private static boolean isPublished(JsonNode item) {
    return !item.hasNonNull("status") || equal(item, "status", "published");
  }

  private static boolean isEdited(JsonNode item, long times) {
    JsonNode edits = item.get("editVersion");
    if (edits == null || edits.isNull()) {
      return times == 0;
    }
    return edits.isNumber()
        ? Math.max(0, edits.asLong()) == times
        : equal(item, "editVersion", String.valueOf(times));
  }

  private static boolean isBehindDated(JsonNode item, Map<String, Object> values) {
    if (!item.path("creationDate").isTextual()) {
      return !item.has("creationDate") || item.path("creationDate").isNull();
    }
    int order = text(item, "creationDate").compareTo(String.valueOf(values.get("@date")));
    return order < 0
        || (order == 0 && text(item, "id").compareTo(String.valueOf(values.get("@id"))) < 0);
  }

  private static JsonNodeType type(JsonNode item, String property) {
    return item.path(property).getNodeType();
  }

  private static boolean isBehindNull(JsonNode item, Map<String, Object> values) {
    return !item.has("creationDate")
        || (item.path("creationDate").isNull()
            && text(item, "id").compareTo(String.valueOf(values.get("@id"))) < 0);
  }

  private static boolean isBehindUndated(JsonNode item, Map<String, Object> values) {
    return !item.has("creationDate")
        && text(item, "id").compareTo(String.valueOf(values.get("@id"))) < 0;
  }

  private static Map<String, Selection> selections() {
    Comparator<JsonNode> newest =
        Comparator.comparing((JsonNode item) -> ORDER_OF_TYPES.indexOf(type(item, "creationDate")))
            .thenComparing(item -> text(item, "creationDate"))
            .thenComparing(BY_ID)
            .reversed();
    Map<String, Selection> all = new HashMap<>();
    all.put(
        QueryTexts.COMMENTS_AND_LIKES,
        new Selection((item, values) -> REACTIONS.contains(text(item, "type")), null));
    BiPredicate<JsonNode, Map<String, Object>> published =
        (item, values) ->
            equal(item, "type", values.get("@type"))
                && !isDeleted(item)
                && isPublished(item)
                && equal(item, "id", text(item, "postId"))
                && item.path("postId").isTextual();
    all.put(QueryTexts.NEWEST_POSTS, new Selection(published, newest));
    all.put(
        QueryTexts.newestPosts(QueryTexts.behindDated(true)),
        new Selection(published.and(SimulatedQueries::isBehindDated), newest));
    all.put(
        QueryTexts.newestPosts(QueryTexts.behindNull(true)),
        new Selection(published.and(SimulatedQueries::isBehindNull), newest));
    all.put(
        QueryTexts.newestPosts(QueryTexts.behindUndated(true)),
        new Selection(published.and(SimulatedQueries::isBehindUndated), newest));
    addNames(all);
    addScans(all);
    return all;
  }

  /** Adds what renames and erasures read. */
  private static void addNames(Map<String, Selection> all) {
    all.put(
        QueryTexts.WRITTEN_WITH_OLDER_NAME,
        new Selection(
            (item, values) -> isWrittenBy(item, values) && hasOlderName(item, version(values)),
            null));
    all.put(
        QueryTexts.WRITTEN_WITH_OTHER_NAME,
        new Selection(
            (item, values) ->
                isWrittenBy(item, values)
                    && hasOtherName(item, version(values), String.valueOf(values.get("@name"))),
            null));
    BiPredicate<JsonNode, Map<String, Object>> isSummary =
        (item, values) ->
            equal(item, "userId", values.get("@userId"))
                && (is(item, "post") || is(item, "unpublishedPost"));
    all.put(QueryTexts.SUMMARIES_OF_USER, new Selection(isSummary, null));
    all.put(
        QueryTexts.SUMMARIES_WITH_OTHER_NAME,
        new Selection(
            isSummary.and(
                (item, values) ->
                    hasOtherName(item, version(values), String.valueOf(values.get("@name")))),
            null));
    all.put(
        QueryTexts.WRITTEN_AND_NOT_REMOVED,
        new Selection(
            (item, values) ->
                isWrittenBy(item, values) && isUnerased(item, String.valueOf(values.get("@none"))),
            null));
  }

  /** Adds what the verification and the upgrade read. */
  private static void addScans(Map<String, Selection> all) {
    all.put(
        QueryTexts.SCAN_POSTS,
        new Selection((item, values) -> true, Comparator.comparing(item -> text(item, "postId"))));
    all.put(
        QueryTexts.SCAN_POSTS_AFTER,
        new Selection(
            (item, values) -> comesAfter(item, "postId", values),
            Comparator.comparing(item -> text(item, "postId"))));
    all.put(QueryTexts.SCAN_BY_ID, new Selection((item, values) -> true, BY_ID));
    all.put(
        QueryTexts.SCAN_BY_ID_AFTER,
        new Selection((item, values) -> comesAfter(item, "id", values), BY_ID));
    Selection ofId = new Selection((item, values) -> equal(item, "id", values.get("@id")), null);
    all.put(QueryTexts.OF_ID, ofId);
    all.put(QueryTexts.EVERY_OF_ID, ofId);
    all.put(
        QueryTexts.COUNTS_BY_TYPE,
        new Selection((item, values) -> COUNTED.contains(text(item, "type")), null));
    all.put(
        QueryTexts.LIKES_OF_USER,
        new Selection(
            (item, values) -> is(item, "like") && equal(item, "userId", values.get("@userId")),
            BY_ID));
    all.put(QueryTexts.ITEM_COUNT, new Selection((item, values) -> true, null));
    all.put(
        QueryTexts.COUNT_OF_BUCKET,
        new Selection(
            (item, values) ->
                equal(item, "bucket", values.get("@bucket"))
                    && equal(item, "type", values.get("@type")),
            null));
    all.put(
        QueryTexts.COUNT_OF_TAGGED,
        new Selection(
            (item, values) ->
                equal(item, "bucket", values.get("@bucket"))
                    && equal(item, "type", values.get("@type"))
                    && item.path("listed").equals(BooleanNode.TRUE)
                    && hasTag(item, String.valueOf(values.get("@tag"))),
            null));
    all.put(QueryTexts.LAST_WRITE, new Selection((item, values) -> true, null));
    all.put(
        QueryTexts.LEASE_DOCUMENTS,
        new Selection(
            (item, values) ->
                text(item, "id").startsWith(String.valueOf(values.get("@prefix")))
                    && comesAfter(item, "id", values),
            BY_ID));
    all.put(
        QueryTexts.LEASE_DOCUMENTS_UNTIL,
        new Selection(
            (item, values) ->
                comesAfter(item, "id", values)
                    && text(item, "id").compareTo(String.valueOf(values.get("@last"))) <= 0,
            BY_ID));
  }

  private static boolean isWrittenBy(JsonNode item, Map<String, Object> values) {
    return equal(item, "userId", values.get("@userId"))
        && item.path("postId").isTextual()
        && AUTHORED.contains(text(item, "type"));
  }

  private static double version(Map<String, Object> values) {
    return ((Number) Objects.requireNonNull(values.get("@version"))).doubleValue();
  }

  private static boolean hasOlderName(JsonNode item, double version) {
    JsonNode given = item.path("userVersion");
    return !given.isNumber() || given.asDouble() < version;
  }

  private static boolean hasOtherName(JsonNode item, double version, String name) {
    JsonNode given = item.path("userVersion");
    return !given.isNumber() || given.asDouble() != version || !equal(item, "userUsername", name);
  }

  private static boolean comesAfter(JsonNode item, String property, Map<String, Object> values) {
    JsonNode given = item.get(property);
    return given != null
        && given.isTextual()
        && given.asText().compareTo(String.valueOf(values.get("@after"))) > 0;
  }

  private static boolean is(JsonNode item, String type) {
    return equal(item, "type", type);
  }

  private static boolean equal(JsonNode item, String property, @Nullable Object value) {
    JsonNode given = item.get(property);
    return given != null && given.isTextual() && given.asText().equals(value);
  }

  private static boolean hasTag(JsonNode item, String tag) {
    JsonNode tags = item.path("tags");
    return tags.isArray()
        && StreamSupport.stream(tags.spliterator(), false).anyMatch(TextNode.valueOf(tag)::equals);
  }

  private static String text(JsonNode item, String property) {
    return item.path(property).asText("");
  }
}
