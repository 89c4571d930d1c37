package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.BatchUnfinishedException;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandlers;
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
 * Lists the dead letters of all hosts, and replays them after their cause was fixed.
 *
 * <p>All methods block and are thread-safe, and may be used while hosts are running. A call that
 * throws a {@link dev.cosmosblog.store.error.StoreException} can be repeated.
 */
public final class DeadLetters {
  private static final int PAGE_SIZE = 100;

  /** The outcome of replaying a dead letter. */
  public enum ReplayOutcome {
    /** The item was handled in its current state. */
    HANDLED,
    /** The item no longer exists, so there was nothing to handle. */
    GONE,
    /**
     * The dead letter remains, because the item's current state can't be handled either or a host
     * has dead-lettered the item again meanwhile.
     */
    REMAINING
  }

  /**
   * The outcomes of replaying all dead letters.
   *
   * @param handled the number of items that were handled
   * @param gone the number of items that no longer exist
   * @param remaining the number of dead letters that remain
   */
  public record ReplayReport(int handled, int gone, int remaining) {
    private ReplayReport and(ReplayOutcome outcome) {
      return switch (outcome) {
        case HANDLED -> new ReplayReport(handled + 1, gone, remaining);
        case GONE -> new ReplayReport(handled, gone + 1, remaining);
        case REMAINING -> new ReplayReport(handled, gone, remaining + 1);
      };
    }
  }

  private final DeadLetterRecords records;
  private final ItemReads items;
  private final Map<ChangeSource, ChangeHandlers> handlers;
  private final Map<String, ViewHandler> views;

  DeadLetters(
      DeadLetterRecords records,
      ItemReads items,
      Map<ChangeSource, ChangeHandlers> handlers,
      Map<String, ViewHandler> views) {
    this.records = records;
    this.items = items;
    this.handlers = Map.copyOf(handlers);
    this.views = Map.copyOf(views);
  }

  /**
   * {@return a page of the dead letters, in no particular order} Costs one query.
   *
   * @param request the page
   * @throws IllegalArgumentException if the token is not from this list
   */
  public Page<DeadLetter> page(PageRequest request) {
    Objects.requireNonNull(request, "request");
    Optional<String> from = Optional.ofNullable(request.from()).map(ContinuationToken::value);
    if (from.filter(id -> !id.startsWith(DeadLetterRecords.ID_PREFIX)).isPresent()) {
      throw new IllegalArgumentException(
          "The continuation token is not from the list of dead letters. Pass the token of the"
              + " list's previous page, or start with the first page.");
    }
    Page<DeadLetter> found = records.after(from.orElse(""), request.size());
    ContinuationToken next =
        found.items().size() < request.size()
            ? null
            : new ContinuationToken(
                DeadLetterRecords.id(found.items().get(request.size() - 1).key()));
    return new Page<>(found.items(), next, found.requestUnits(), found.requests());
  }

  /**
   * Handles a dead-lettered item again in its current state, for the copies or for its view.
   *
   * <p>Costs two point reads, one write, and the requests of handling a change of the item. If the
   * item's partition key is missing, or its id isn't valid in a request's path, a query of all
   * physical partitions replaces a point read. A failure counts as one more attempt. The dead
   * letter remains if a host has written it meanwhile, because the item may have changed after it
   * was read here.
   *
   * @param key the dead letter's key
   * @return the outcome
   * @throws IllegalArgumentException if the dead letter is of a view that isn't registered on this
   *     host
   * @throws IllegalStateException if the dead letter is of a view and this change feed is closed
   */
  public ReplayOutcome replay(DeadLetter.Key key) {
    Objects.requireNonNull(key, "key");
    key.view().ifPresent(this::checkReplays);
    Optional<String> record = records.etag(key);
    Optional<StoredItem> found = find(DeadLetterRecords.place(key));
    Optional<RuntimeException> failure = found.flatMap(item -> handle(key, item));
    if (failure.isPresent()) {
      records.add(key, found.get().textOf("userId").orElse(""), failure.get());
      return ReplayOutcome.REMAINING;
    }
    boolean isRemoved = record.isEmpty() || records.remove(key, record.get());
    if (!isRemoved && records.etag(key).isPresent()) {
      return ReplayOutcome.REMAINING;
    }
    return found.isPresent() ? ReplayOutcome.HANDLED : ReplayOutcome.GONE;
  }

  private void checkReplays(String view) {
    ViewHandler handler = views.get(view);
    if (handler == null) {
      throw new IllegalArgumentException(
          ("No view '%s' is registered on this host. Replay its dead letters on a host where it"
                  + " is.")
              .formatted(view));
    }
    if (handler.isClosed()) {
      throw new IllegalStateException(
          ("View '%s' is closed with its change feed. Replay its dead letters on a running change"
                  + " feed.")
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
   * Replays the dead letters of erased users, so that the records of deleted items are removed. The
   * dead letters of views are removed if their items are deleted, but aren't replayed, because the
   * copies would have to wait for the views.
   */
  void replayOfErased(List<BlogChange> changes) {
    Set<String> erased = new HashSet<>();
    for (BlogChange change : changes) {
      if (change instanceof UserErasure erasure) {
        erased.add(erasure.user().value());
      }
    }
    if (!erased.isEmpty()) {
      for (DeadLetter letter : records.of(erased)) {
        if (letter.key().view().isEmpty()) {
          replay(letter.key());
        } else if (find(DeadLetterRecords.place(letter.key())).isEmpty()) {
          records.remove(letter.key());
        }
      }
    }
  }

  /** Ids that other programs wrote can contain characters that aren't valid in a request's path. */
  private static boolean isPointReadable(ItemPlace place) {
    try {
      CommentId.of(place.id());
      return !place.partition().isEmpty();
    } catch (InvalidInputException e) {
      return false;
    }
  }

  private Optional<RuntimeException> handle(DeadLetter.Key key, StoredItem item) {
    ChangeSource source = key.source();
    try {
      if (key.view().isPresent()) {
        ViewHandler view = Objects.requireNonNull(views.get(key.view().get()));
        view.handleAlone(BlogChange.readForView(source, item));
        return Optional.empty();
      }
      ChangeHandlers all = Objects.requireNonNull(handlers.get(source));
      return all.handleItem(all.read(source, item));
    } catch (MalformedItemException | BatchUnfinishedException | ViewException e) {
      return Optional.of(e);
    }
  }

  /**
   * Replays all dead letters one after the other, as {@link #replay} does. Dead letters remain if
   * their view isn't registered on this host or is closed.
   *
   * @return the outcomes
   */
  public ReplayReport replayAll() {
    ReplayReport report = new ReplayReport(0, 0, 0);
    Optional<PageRequest> next = Optional.of(PageRequest.first(PAGE_SIZE));
    while (next.isPresent()) {
      Page<DeadLetter> page = page(next.get());
      for (DeadLetter letter : page.items()) {
        boolean isOurs = letter.key().view().map(this::replays).orElse(true);
        report = report.and(isOurs ? replay(letter.key()) : ReplayOutcome.REMAINING);
      }
      next = page.next().map(next.get()::after);
    }
    return report;
  }
}
