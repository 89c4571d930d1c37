package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A list by date: the archive, the posts with a tag, or the pending comments. Its entries are in
 * buckets, each a logical partition for the entries from its first day to the next bucket's. The
 * archive has a bucket for each month (UTC), and more for a month with very many posts. A tag has
 * one bucket, and more if it has very many posts.
 *
 * @param tag the tag; empty for the archive, and a text that can't be a tag for pending comments
 */
public record Listing(String tag) {
  /** The queue of pending comments, whose text can't be a tag. */
  public static final Listing PENDING = new Listing("~");

  /** The list of all published posts. */
  public static final Listing ARCHIVE = new Listing("");

  // Before all dates that can be stored.
  private static final String FIRST_DAY = "0000-01-01";
  private static final int DAY_LENGTH = FIRST_DAY.length();
  private static final int MONTH_LENGTH = "0000-01".length();

  /** Returns whether a published post with these tags is in the listing. */
  public boolean includes(List<Tag> tags) {
    return isMonthly() || tags.stream().anyMatch(own -> own.value().equals(tag));
  }

  boolean isMonthly() {
    return tag.isEmpty();
  }

  /** Returns the place of the item that lists the buckets. */
  public ItemPlace list() {
    if (equals(PENDING)) {
      return ItemPlace.ofPendingBuckets();
    }
    return isMonthly() ? ItemPlace.ofMonthBuckets() : ItemPlace.ofTag(tag);
  }

  /** Returns the properties of a list without buckets. */
  Map<String, Object> newList() {
    ItemPlace place = list();
    return isMonthly() || equals(PENDING)
        ? Map.of("id", place.id(), "bucket", place.partition(), "type", ItemType.BUCKETS)
        : TaggedPosts.newTag(tag);
  }

  /** Returns the partition key of the bucket with a first day. */
  String bucket(String firstDay) {
    if (isMonthly()) {
      return firstDay;
    }
    String name = equals(PENDING) ? "pending" : ItemType.TAG + ItemType.SEPARATOR + tag;
    return firstDay.equals(FIRST_DAY) ? name : name + ItemType.SEPARATOR + firstDay;
  }

  /** Returns the first days of the buckets by the stored list, which may be missing. */
  NavigableSet<String> firstDays(Optional<StoredItem> list) {
    NavigableSet<String> days = new TreeSet<>();
    list.ifPresent(
        stored -> stored.textsOf("firstDays").stream().filter(Listing::isDay).forEach(days::add));
    if (!isMonthly()) {
      days.add(FIRST_DAY);
    }
    return days;
  }

  /**
   * Returns the first day of the bucket of a stored date, or empty if the archive lacks its month.
   */
  Optional<String> firstDay(NavigableSet<String> firstDays, String date) {
    return Optional.ofNullable(firstDays.floor(dayOf(date)))
        .filter(first -> !isMonthly() || first.startsWith(monthOf(date)));
  }

  /** Returns the bucket of a stored creation date, or empty if the list lacks its month. */
  public Optional<String> listed(Optional<StoredItem> list, String creationDate) {
    return firstDay(firstDays(list), creationDate).map(this::bucket);
  }

  /** Returns whether readers find a listed entry by the given list, which may be missing. */
  public boolean lists(ListingItem entry, Optional<StoredItem> list) {
    return isMonthly()
        ? listed(list, String.valueOf(entry.creationDate())).isPresent()
        : list.filter(tagged -> tagged.type().equals(ItemType.TAG)).isPresent()
            || !entry.isListed();
  }

  /**
   * Returns the bucket of a stored creation date by the given list, which may be missing; defaults
   * to the first day of the month.
   */
  public String bucket(Optional<StoredItem> list, String creationDate) {
    return listed(list, creationDate).orElseGet(() -> defaultDay(creationDate));
  }

  static String dayOf(String date) {
    return date.substring(0, DAY_LENGTH);
  }

  static String monthOf(String date) {
    return date.substring(0, MONTH_LENGTH);
  }

  /** Returns the first day of the bucket of a date in a list that was never split. */
  String defaultDay(String date) {
    return isMonthly() ? monthOf(date) + "-01" : FIRST_DAY;
  }

  static boolean isDay(String text) {
    try {
      return text.length() == DAY_LENGTH && LocalDate.parse(text).toString().equals(text);
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
