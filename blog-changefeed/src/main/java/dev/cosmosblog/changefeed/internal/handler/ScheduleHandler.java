package dev.cosmosblog.changefeed.internal.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.InvalidIdException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes scheduled posts. A post's change leaves a note in the leases container, whose id begins
 * with the time of publication: one query finds the notes that are due, however many wait. Any host
 * that is alive publishes them.
 *
 * <p>No host needs to claim a note. The patch that publishes a post has the time of the note in its
 * condition: of two hosts one publishes, and the note of a post that was given another time, or is
 * no longer scheduled, publishes nothing. A note is deleted as it was read, so that one that was
 * written again meanwhile stays.
 *
 * @param setAside sets aside a post that Cosmos DB refuses to publish
 */
public record ScheduleHandler(
    CopyWrites copies,
    LeaseDocuments documents,
    BiConsumer<ItemPlace, RuntimeException> setAside,
    Clock clock)
    implements ChangeHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleHandler.class);
  private static final String ID_PREFIX = "schedule~";
  // Behind every hash of a post's id.
  private static final String LAST_OF_TIME = "~~";
  private static final int PAGE_SIZE = 100;

  @Override
  public void handle(List<BlogChange> changes) {
    Map<String, PostItem> newest = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof PostChange changed) {
        newest.merge(String.valueOf(changed.post().id()), changed.post(), PostItem::newest);
      }
    }
    for (PostItem post : newest.values()) {
      Instant time = post.isScheduled() ? post.toPost().publishAt() : null;
      if (time != null) {
        Note note = new Note(PostId.of(String.valueOf(post.id())), ItemDates.text(time));
        documents.write(note.id(), note.json());
      }
    }
  }

  /**
   * Publishes the posts whose time has come: one query for each hundred, and two writes for each
   * post. A failure for an operator is thrown at the end; what failed is due again. Returns the
   * number of posts that were published.
   */
  public int publishDue() {
    List<BlogException> failures = new ArrayList<>();
    String last = ID_PREFIX + ItemDates.text(clock.instant()) + LAST_OF_TIME;
    String after = ID_PREFIX;
    int published = 0;
    List<JsonNode> page;
    do {
      page = documents.between(after, last, PAGE_SIZE, JsonNode.class);
      for (JsonNode document : page) {
        after = document.path("id").asText();
        try {
          published += publish(document) ? 1 : 0;
        } catch (BlogException e) {
          ChangeHandler.warn(LOG, "A scheduled post was not published, and is due again", e);
          failures.add(e);
        }
      }
    } while (page.size() == PAGE_SIZE);
    for (BlogException failure : failures) {
      if (ChangeHandler.needsOperator(failure)) {
        throw failure;
      }
    }
    return published;
  }

  private boolean publish(JsonNode document) {
    Note note;
    try {
      String postId = document.path("postId").asText();
      note = new Note(PostId.of(postId), document.path("publishAt").asText());
    } catch (InvalidIdException e) {
      return false;
    }
    Instant time = ItemDates.parse(note.publishAt()).orElse(null);
    if (time == null || !note.id().equals(document.path("id").asText())) {
      // Another program's document under such an id names no post.
      return false;
    }
    boolean published = false;
    try {
      published = copies.publishScheduled(note.post(), time);
    } catch (BlogException e) {
      setAside.accept(ItemPlace.ofPost(note.post().value()), ChangeHandler.causedByItem(e));
    }
    documents.delete(note.id(), document.path("_etag").asText());
    return published;
  }

  /** A post that is due at a time, given as it is stored. */
  private record Note(PostId post, String publishAt) {
    String id() {
      return LeaseDocuments.idOf(ID_PREFIX + publishAt + "~", post.value());
    }

    ObjectNode json() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("id", id())
          .put("type", "schedule")
          .put("postId", post.value())
          .put("publishAt", publishAt);
    }
  }
}
