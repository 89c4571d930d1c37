package dev.cosmosblog.store.internal.list;

import dev.cosmosblog.model.item.ListedItem;
import dev.cosmosblog.store.error.InvalidContinuationTokenException;
import dev.cosmosblog.store.query.CommentOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The end of a list's page: the creation date and the id of its last item.
 *
 * <p>The SDK's own continuation of an ordered query holds the first row of the next page, so that
 * it costs a second request for each page. This one is known from the page itself.
 *
 * @param creationDate the date as it is stored, empty where there is none
 * @param id the item's id
 */
public record ListPlace(String creationDate, String id) {
  private static final char SEPARATOR = '\u0000';

  /** After all ids, and before all dates. */
  private static final String LAST_ID = Character.toString(Character.MAX_CODE_POINT);

  private static final String BEFORE_DATES = " ";

  public static ListPlace of(ListedItem item) {
    String date = item.creationDate();
    return new ListPlace(date == null ? "" : date, String.valueOf(item.id()));
  }

  /**
   * Behind the dates that are no texts, which stand between those that are and those that are
   * missing (Cosmos DB's order of types). No item with such a date can be read, so none is passed
   * over.
   */
  public static ListPlace behindOtherTypes(CommentOrder order) {
    return order == CommentOrder.NEWEST_FIRST
        ? new ListPlace("", LAST_ID)
        : new ListPlace(BEFORE_DATES, "");
  }

  public static ListPlace parse(String text) {
    int separator = text.indexOf(SEPARATOR);
    if (separator < 0) {
      throw new InvalidContinuationTokenException("is not one of this library's, or was altered.");
    }
    return new ListPlace(text.substring(0, separator), text.substring(separator + 1));
  }

  public String text() {
    return creationDate + SEPARATOR + id;
  }

  /**
   * Returns the condition of the entries behind this place; an item without a date comes before all
   * others (Cosmos DB's order of types).
   */
  public String after(CommentOrder order) {
    boolean newestFirst = order == CommentOrder.NEWEST_FIRST;
    if (creationDate.isEmpty()) {
      return newestFirst
          ? " AND NOT IS_DEFINED(c.creationDate) AND c.id < @id"
          : " AND (IS_DEFINED(c.creationDate) OR c.id > @id)";
    }
    return newestFirst
        ? " AND (c.creationDate < @date OR NOT IS_DEFINED(c.creationDate)"
            + " OR (c.creationDate = @date AND c.id < @id))"
        : " AND (c.creationDate > @date OR (c.creationDate = @date AND c.id > @id))";
  }

  /** Returns the parameters of {@link #after}. */
  Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("@id", id);
    if (!creationDate.isEmpty()) {
      parameters.put("@date", creationDate);
    }
    return parameters;
  }
}
