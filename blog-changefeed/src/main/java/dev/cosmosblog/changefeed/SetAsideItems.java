package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The items that change feeds set aside, whichever hosts did: lists them, and replays them once
 * what kept them from being handled is mended. All block, and are safe for use by many threads and
 * beside hosts that are running.
 */
public final class SetAsideItems {
  private static final int AT_ONCE = 100;

  private final SetAsideRecords records;
  private final SourceItems items;
  private final Map<SourceFeed, ChangeHandlers> handlers;

  SetAsideItems(
      SetAsideRecords records, SourceItems items, Map<SourceFeed, ChangeHandlers> handlers) {
    this.records = records;
    this.items = items;
    this.handlers = Map.copyOf(handlers);
  }

  /**
   * Lists what is set aside, in no order that means anything: one query in the container of leases.
   *
   * @param request which page
   * @return the page
   * @throws IllegalArgumentException if the token is not one of this list's
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed or refused
   */
  public Page<SetAside> page(PageRequest request) {
    String after = request.from().map(SetAsideItems::id).orElse(SetAsideRecords.ID_PREFIX);
    List<SetAside> found = records.after(after, request.size());
    boolean more = found.size() == request.size();
    return new Page<>(
        found, more ? Optional.of(token(found.get(found.size() - 1))) : Optional.empty());
  }

  private static String id(ContinuationToken token) {
    if (!token.value().startsWith(SetAsideRecords.ID_PREFIX)) {
      throw new IllegalArgumentException(
          "The continuation token is not one of the list of items set aside; give the token of its"
              + " last page.");
    }
    return token.value();
  }

  private static ContinuationToken token(SetAside last) {
    return new ContinuationToken(SetAsideRecords.id(BlogItem.of(last)));
  }

  /**
   * Handles an item again, as it is now: one query over all physical partitions of its container,
   * what handling its change costs, and one request more. Where that succeeds, or there is no such
   * item any more, it is no longer set aside; where it does not, the attempt is counted.
   *
   * @param item the item
   * @return what became of it
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the item stays set aside, and
   *     replaying it can be repeated
   */
  public ReplayOutcome replay(SetAside item) {
    BlogItem key = BlogItem.of(item);
    Optional<JsonNode> found = items.find(key);
    Optional<RuntimeException> failure = found.flatMap(now -> handle(item.feed(), now));
    if (failure.isPresent()) {
      records.write(key, String.valueOf(failure.get().getMessage()));
      return ReplayOutcome.STILL_SET_ASIDE;
    }
    records.remove(key);
    return found.isPresent() ? ReplayOutcome.HANDLED : ReplayOutcome.GONE;
  }

  private Optional<RuntimeException> handle(SourceFeed feed, JsonNode item) {
    try {
      List<BlogChange> changes = ItemReader.read(feed, item);
      return Objects.requireNonNull(handlers.get(feed)).handleAlone(changes);
    } catch (MalformedItemException | UnfinishedException e) {
      return Optional.of(e);
    }
  }

  /**
   * Replays all items that are set aside, one after the other.
   *
   * @return what became of them
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; those replayed stay so, and
   *     the call can be repeated
   */
  public ReplayReport replayAll() {
    ReplayReport report = new ReplayReport(0, 0, 0);
    Optional<PageRequest> next = Optional.of(PageRequest.first(AT_ONCE));
    while (next.isPresent()) {
      PageRequest request = next.get();
      Page<SetAside> page = page(request);
      for (SetAside item : page.items()) {
        report = report.and(replay(item));
      }
      next = page.next().map(request::after);
    }
    return report;
  }
}
