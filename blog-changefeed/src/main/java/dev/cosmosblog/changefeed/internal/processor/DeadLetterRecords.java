package dev.cosmosblog.changefeed.internal.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of dead letters, in the leases container. The SDK finds leases by the beginning of
 * their ids, the lease prefix and the account's host, and so finds none of these.
 *
 * @param view the view of the host whose records are written; empty for those of the copies
 */
public record DeadLetterRecords(
    LeaseDocuments documents, Clock clock, Duration retention, Optional<String> view) {
  /** Begins the ids; a hash of the item's keys follows. */
  public static final String ID_PREFIX = "deadLetters~";

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterRecords.class);

  private static final int PAGE_SIZE = 1_000;

  /**
   * Records an item, or counts one more attempt: one to three requests. The log names the record
   * alone: it outlives an author who is erased.
   *
   * @param author the author's id, or an empty text if it cannot be read
   */
  public DeadLetter add(ItemPlace place, String author, RuntimeException failure) {
    DeadLetter item = written(place, author, String.valueOf(failure.getMessage()));
    String kind = failure.getClass().getSimpleName();
    LOG.warn("Set aside an item of {}, see {}: {}", item.source(), id(place), kind);
    LOG.debug("{} is of item '{}': {}", id(place), item.itemId(), item.reason());
    return item;
  }

  private DeadLetter written(ItemPlace place, String author, String reason) {
    String id = id(place);
    DeadLetter first = item(place, reason, clock.instant(), 1);
    while (!documents.create(id, json(first, author))) {
      Optional<JsonNode> found = documents.read(id, JsonNode.class);
      if (found.isPresent()) {
        DeadLetter before = item(found.get());
        DeadLetter again = item(place, reason, before.since(), before.attempts() + 1);
        if (documents.replace(id, json(again, author), etag(found.get())).isPresent()) {
          return again;
        }
      }
    }
    return first;
  }

  /** Returns the same for the items that a view of the host could not handle. */
  public DeadLetterRecords of(Optional<String> otherView) {
    return new DeadLetterRecords(documents, clock, retention, otherView);
  }

  private DeadLetter item(ItemPlace place, String reason, Instant since, int attempts) {
    return new DeadLetter(
        source(place.container()), place.id(), place.partition(), reason, since, attempts, view);
  }

  /** Lists records by id: one query, and one more where other programs' documents are between. */
  public List<DeadLetter> after(String id, int count) {
    return list(id, count, any -> true);
  }

  /** Lists the records of users' items: one query for each thousand records. */
  public List<DeadLetter> of(Set<String> authors) {
    return list("", Integer.MAX_VALUE, json -> authors.contains(json.path("author").asText()));
  }

  private List<DeadLetter> list(String id, int count, Predicate<JsonNode> wanted) {
    List<DeadLetter> items = new ArrayList<>();
    String last = id;
    boolean more = true;
    while (more && items.size() < count) {
      int asked = Math.min(count - items.size(), PAGE_SIZE);
      List<JsonNode> page = documents.page(ID_PREFIX, last, asked, JsonNode.class);
      for (JsonNode json : page) {
        last = json.path("id").asText();
        if (isRecord(json) && wanted.test(json)) {
          items.add(item(json));
        }
      }
      more = page.size() == asked;
    }
    return items;
  }

  /** The id is a hash of the other properties. */
  private static boolean isRecord(JsonNode json) {
    String partition = json.path("partition").asText();
    String itemId = json.path("itemId").asText();
    String id = id(json.path("feed").asText(), partition, itemId, view(json));
    return json.path("id").asText().equals(id);
  }

  public void remove(ItemPlace place) {
    documents.delete(id(place));
  }

  /** Returns the ETag of an item's record, or empty if it has none: one point read. */
  public Optional<String> etag(ItemPlace place) {
    return documents.read(id(place), JsonNode.class).map(DeadLetterRecords::etag);
  }

  private static String etag(JsonNode json) {
    return json.path("_etag").asText();
  }

  /** Removes a record while it has an ETag; returns false if it was written, or removed, since. */
  public boolean remove(ItemPlace place, String etag) {
    return documents.delete(id(place), etag);
  }

  private String id(ItemPlace place) {
    return id(source(place.container()).name(), place.partition(), place.id(), view);
  }

  public static String id(DeadLetter item) {
    return id(item.source().name(), item.partition(), item.itemId(), item.view());
  }

  private static String id(String source, String partition, String item, Optional<String> view) {
    return view.isPresent()
        ? LeaseDocuments.idOf(ID_PREFIX, source, partition, item, view.get())
        : LeaseDocuments.idOf(ID_PREFIX, source, partition, item);
  }

  private static Optional<String> view(JsonNode json) {
    return Optional.ofNullable(json.path("view").textValue());
  }

  public static ItemPlace place(DeadLetter item) {
    return new ItemPlace(container(item.source()), item.partition(), item.itemId());
  }

  public static BlogContainer container(ChangeSource source) {
    return BlogContainer.valueOf(source.name());
  }

  private static ChangeSource source(BlogContainer container) {
    return ChangeSource.valueOf(container.name());
  }

  private ObjectNode json(DeadLetter item, String author) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", id(place(item)))
            .put("type", "deadLetters")
            .put("feed", item.source().name())
            .put("itemId", item.itemId())
            .put("partition", item.partition())
            .put("author", author)
            .put("reason", item.reason())
            .put("since", item.since().toString())
            .put("attempts", item.attempts())
            .put("ttl", retention.toSeconds());
    item.view().ifPresent(name -> json.put("view", name));
    return json;
  }

  private static DeadLetter item(JsonNode json) {
    return new DeadLetter(
        ChangeSource.valueOf(json.path("feed").asText()),
        json.path("itemId").asText(),
        json.path("partition").asText(),
        json.path("reason").asText(),
        Instant.parse(json.path("since").asText()),
        json.path("attempts").asInt(),
        view(json));
  }
}
