package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.BatchUnfinishedException;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.view.ViewException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The items that all hosts have set aside, to be replayed once the reason is removed. All methods
 * block; they are safe for use by many threads and beside running hosts. If they throw a {@link
 * dev.cosmosblog.store.error.StoreException} because Cosmos DB failed, they can be repeated.
 */
public final class DeadLetters {
  private static final int PAGE_SIZE = 100;

  /** The outcome of replaying an item that was dead-lettered. */
  public enum ReplayOutcome {
    /** The item was handled in its current state. */
    HANDLED,
    /** The item no longer exists, so there was nothing to handle. */
    GONE,
    /**
     * The item stays set aside: it cannot be handled in its current state either, or a host has set
     * it aside again meanwhile.
     */
    STILL_DEAD_LETTER
  }

  /**
   * The outcomes of replaying all items that were dead-lettered.
   *
   * @param handled the number of items that were handled
   * @param gone the number of items that no longer exist
   * @param stillDeadLettered the number of items that still cannot be handled
   */
  public record ReplayReport(int handled, int gone, int stillDeadLettered) {
    private ReplayReport and(ReplayOutcome outcome) {
      return switch (outcome) {
        case HANDLED -> new ReplayReport(handled + 1, gone, stillDeadLettered);
        case GONE -> new ReplayReport(handled, gone + 1, stillDeadLettered);
        case STILL_DEAD_LETTER -> new ReplayReport(handled, gone, stillDeadLettered + 1);
      };
    }
  }

  private final DeadLetterRecords records;
  private final ItemReads items;
  private final Map<ChangeSource, List<ChangeHandler>> handlers;
  private final Map<String, ViewHandler> views;

  DeadLetters(
      DeadLetterRecords records,
      ItemReads items,
      Map<ChangeSource, List<ChangeHandler>> handlers,
      Map<String, ViewHandler> views) {
    this.records = records;
    this.items = items;
    this.handlers = Map.copyOf(handlers);
    this.views = Map.copyOf(views);
  }

  /**
   * {@return a page of the items, in no particular order} One query in the leases container.
   *
   * @param request the page
   * @throws IllegalArgumentException if the token is not from this list
   */
  public Page<DeadLetter> page(PageRequest request) {
    Objects.requireNonNull(request, "request");
    Optional<String> from = Optional.ofNullable(request.from()).map(ContinuationToken::value);
    if (from.filter(id -> !id.startsWith(DeadLetterRecords.ID_PREFIX)).isPresent()) {
      throw new IllegalArgumentException(
          "The continuation token is not from the list of dead letters; give the token of its"
              + " last page.");
    }
    List<DeadLetter> found = records.after(from.orElse(""), request.size());
    if (found.size() < request.size()) {
      return new Page<>(found, null);
    }
    DeadLetter last = found.get(found.size() - 1);
    return new Page<>(found, new ContinuationToken(DeadLetterRecords.id(last)));
  }

  /**
   * Handles an item again, in its current state: two point reads, the requests that handling its
   * change takes, and one more. A record that a host has written meanwhile stays: the item may have
   * changed after it was read here. An item whose partition key is missing or no text, or whose id
   * no path can hold, is found by one query over all physical partitions of its container. If that
   * fails, the attempt is counted. An item that a view of the host's own could not handle is given
   * to the view again.
   *
   * @param item the item
   * @return the outcome
   * @throws IllegalArgumentException if the item's view is not registered on this host
   * @throws IllegalStateException if it is a view's item, and this change feed is closed: its views
   *     are called no more
   */
  public ReplayOutcome replay(DeadLetter item) {
    Objects.requireNonNull(item, "item");
    item.view().ifPresent(this::checkReplays);
    DeadLetterRecords ofItem = records.of(item.view());
    ItemPlace place = DeadLetterRecords.place(item);
    Optional<String> record = ofItem.etag(place);
    Optional<StoredItem> found = find(place);
    Optional<RuntimeException> failure = found.flatMap(now -> handle(item, now));
    if (failure.isPresent()) {
      ofItem.add(place, found.get().textOf("userId").orElse(""), failure.get());
      return ReplayOutcome.STILL_DEAD_LETTER;
    }
    boolean isRemoved = record.isEmpty() || ofItem.remove(place, record.get());
    if (!isRemoved && ofItem.etag(place).isPresent()) {
      return ReplayOutcome.STILL_DEAD_LETTER;
    }
    return found.isPresent() ? ReplayOutcome.HANDLED : ReplayOutcome.GONE;
  }

  private void checkReplays(String view) {
    ViewHandler handler = views.get(view);
    if (handler == null) {
      throw new IllegalArgumentException(
          "No view '%s' is registered on this host; replay its items where it is.".formatted(view));
    }
    if (handler.isClosed()) {
      throw new IllegalStateException(
          "View '%s' is closed with its change feed; replay its items on one that runs."
              .formatted(view));
    }
  }

  private boolean replays(String view) {
    return views.containsKey(view) && !views.get(view).isClosed();
  }

  private Optional<StoredItem> find(ItemPlace place) {
    return isPointReadable(place) ? items.find(place) : items.findAnywhere(place);
  }

  /**
   * Replays the items of users who were erased: the records of those that are gone go, too. Those
   * of views go if their items are gone, and are not replayed: that would wait for the views.
   */
  void replayOfErased(List<BlogChange> changes) {
    Set<String> erased = new HashSet<>();
    for (BlogChange change : changes) {
      if (change instanceof UserErasure erasure) {
        erased.add(erasure.user().value());
      }
    }
    if (!erased.isEmpty()) {
      for (DeadLetter item : records.of(erased)) {
        ItemPlace place = DeadLetterRecords.place(item);
        if (item.view().isEmpty()) {
          replay(item);
        } else if (find(place).isEmpty()) {
          records.of(item.view()).remove(place);
        }
      }
    }
  }

  /** Other programs' ids may have characters that no path of a request can hold. */
  private static boolean isPointReadable(ItemPlace place) {
    try {
      CommentId.of(place.id());
      return !place.partition().isEmpty();
    } catch (InvalidInputException e) {
      return false;
    }
  }

  private Optional<RuntimeException> handle(DeadLetter item, StoredItem now) {
    ChangeSource source = item.source();
    try {
      if (item.view().isPresent()) {
        ViewHandler view = Objects.requireNonNull(views.get(item.view().get()));
        view.handleAlone(BlogChange.readForView(source, now));
        return Optional.empty();
      }
      List<ChangeHandler> all = Objects.requireNonNull(handlers.get(source));
      return ChangeHandler.handleAlone(all, BlogChange.read(source, now));
    } catch (MalformedItemException | BatchUnfinishedException | ViewException e) {
      return Optional.of(e);
    }
  }

  /**
   * {@return the outcomes of replaying all items, one after the other} Items of views that are not
   * registered on this host, or are closed with this change feed, stay set aside.
   */
  public ReplayReport replayAll() {
    ReplayReport report = new ReplayReport(0, 0, 0);
    Optional<PageRequest> next = Optional.of(PageRequest.first(PAGE_SIZE));
    while (next.isPresent()) {
      Page<DeadLetter> page = page(next.get());
      for (DeadLetter item : page.items()) {
        boolean isOurs = item.view().map(this::replays).orElse(true);
        report = report.and(isOurs ? replay(item) : ReplayOutcome.STILL_DEAD_LETTER);
      }
      next = page.next().map(next.get()::after);
    }
    return report;
  }
}
