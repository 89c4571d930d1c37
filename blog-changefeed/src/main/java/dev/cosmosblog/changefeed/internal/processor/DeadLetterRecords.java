package dev.cosmosblog.changefeed.internal.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.observe.DeadLetter.Key;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.query.Page;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of dead letters, in the leases container. The SDK doesn't mistake them for leases,
 * because the ids of leases begin with the lease prefix and the account's host.
 */
public record DeadLetterRecords(LeaseDocuments documents, Clock clock, Duration retention) {
  /** The prefix of the ids, before a hash of the dead letter's key. */
  public static final String ID_PREFIX = "deadLetter~";

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterRecords.class);

  /**
   * Records a failed attempt to handle an item: one to three requests. The log contains only the
   * record's id, because logs aren't erased with an author.
   *
   * @param author the author's id, or an empty string if it is unknown
   */
  public DeadLetter add(Key key, String author, RuntimeException failure) {
    DeadLetter letter = written(key, author, String.valueOf(failure.getMessage()));
    String kind = failure.getClass().getSimpleName();
    LOG.warn("Dead-lettered an item of {}, see {}: {}", key.source(), id(key), kind);
    LOG.debug("{} is of item '{}': {}", id(key), key.itemId(), letter.reason());
    return letter;
  }

  private DeadLetter written(Key key, String author, String reason) {
    DeadLetter first = new DeadLetter(key, reason, clock.instant(), 1);
    while (!documents.create(id(key), json(first, author))) {
      Optional<JsonNode> found = documents.read(id(key), JsonNode.class);
      if (found.isPresent()) {
        DeadLetter again =
            new DeadLetter(key, reason, since(found.get()), attempts(found.get()) + 1);
        if (documents.replace(id(key), json(again, author), etag(found.get())).isPresent()) {
          return again;
        }
      }
    }
    return first;
  }

  /** Lists records by id: one query, and more if other programs' documents are among them. */
  public Page<DeadLetter> after(String id, int count) {
    return list(id, count, any -> true);
  }

  /** Lists the records of users' items: one query for each thousand records. */
  public List<DeadLetter> of(Set<String> authors) {
    return list("", Integer.MAX_VALUE, json -> authors.contains(json.path("author").asText()))
        .items();
  }

  private Page<DeadLetter> list(String id, int count, Predicate<JsonNode> wanted) {
    return documents.accepted(
        ID_PREFIX,
        id,
        count,
        json ->
            Optional.of(json).filter(DeadLetterRecords::isRecord).filter(wanted).map(this::letter));
  }

  /** Other programs' documents can have ids with the prefix. */
  private static boolean isRecord(JsonNode json) {
    try {
      return json.path("id").asText().equals(id(key(json)));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the ETag of an item's record, or empty if there isn't one: one point read. */
  public Optional<String> etag(Key key) {
    return documents.read(id(key), JsonNode.class).map(DeadLetterRecords::etag);
  }

  private static String etag(JsonNode json) {
    return json.path("_etag").asText();
  }

  public void remove(Key key) {
    documents.delete(id(key));
  }

  /** Removes a record if it has an ETag; returns false if it was written or removed since. */
  public boolean remove(Key key, String etag) {
    return documents.delete(id(key), etag);
  }

  public static String id(Key key) {
    String source = key.source().name();
    return key.view()
        .map(view -> LeaseDocuments.idOf(ID_PREFIX, source, key.partition(), key.itemId(), view))
        .orElseGet(() -> LeaseDocuments.idOf(ID_PREFIX, source, key.partition(), key.itemId()));
  }

  public static Key key(ItemPlace place, Optional<String> view) {
    ChangeSource source = ChangeSource.valueOf(place.container().name());
    return new Key(source, place.id(), place.partition(), view);
  }

  public static ItemPlace place(Key key) {
    return new ItemPlace(container(key.source()), key.partition(), key.itemId());
  }

  public static BlogContainer container(ChangeSource source) {
    return BlogContainer.valueOf(source.name());
  }

  private ObjectNode json(DeadLetter letter, String author) {
    Key key = letter.key();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", id(key))
            .put("type", "deadLetter")
            .put("feed", key.source().name())
            .put("itemId", key.itemId())
            .put("partition", key.partition())
            .put("author", author)
            .put("reason", letter.reason())
            .put("since", letter.since().toString())
            .put("attempts", letter.attempts())
            .put("ttl", retention.toSeconds());
    key.view().ifPresent(name -> json.put("view", name));
    return json;
  }

  private DeadLetter letter(JsonNode json) {
    return new DeadLetter(key(json), json.path("reason").asText(), since(json), attempts(json));
  }

  /** Returns the time of the first attempt; now if another program damaged it. */
  private Instant since(JsonNode json) {
    return ItemDates.parse(json.path("since").asText()).orElseGet(clock::instant);
  }

  private static int attempts(JsonNode json) {
    return json.path("attempts").asInt();
  }

  private static Key key(JsonNode json) {
    return new Key(
        ChangeSource.valueOf(json.path("feed").asText()),
        json.path("itemId").asText(),
        json.path("partition").asText(),
        Optional.ofNullable(json.path("view").textValue()));
  }
}
