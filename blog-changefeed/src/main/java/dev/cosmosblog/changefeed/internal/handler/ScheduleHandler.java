package dev.cosmosblog.changefeed.internal.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler.ScheduleNotes.Note;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.internal.repository.StatusChanges;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes scheduled posts. The change of a scheduled post writes a note to the leases container,
 * whose id begins with the time of publication, so that one query finds the due notes, however many
 * wait. Any running host publishes them.
 *
 * <p>No host needs to claim a note. The patch that publishes a post has the note's time in its
 * condition. Therefore only one of two hosts publishes, and a note has no effect if its post was
 * rescheduled or isn't scheduled any more. A note is deleted only with the ETag that was read, so
 * that a note that was rewritten meanwhile remains.
 *
 * @param deadLetters receives the posts whose publication Cosmos DB rejects
 * @param closing whether publication stops at the next note
 */
public record ScheduleHandler(
    StatusChanges statuses,
    ScheduleNotes notes,
    DeadLetterSink deadLetters,
    Clock clock,
    AtomicBoolean closing)
    implements ChangeHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleHandler.class);

  public ScheduleHandler(
      StatusChanges statuses, ScheduleNotes notes, DeadLetterSink deadLetters, Clock clock) {
    this(statuses, notes, deadLetters, clock, new AtomicBoolean());
  }

  /** Leaves the rest of the due posts to another host or a later start. */
  @Override
  public void stopWaiting() {
    closing.set(true);
  }

  @Override
  public void handle(List<BlogChange> changes) {
    Map<String, PostSummaryItem> newest = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof PostChange changed) {
        newest.merge(String.valueOf(changed.post().id()), changed.post(), PostSummaryItem::newest);
      }
    }
    for (PostSummaryItem post : newest.values()) {
      if (post.isScheduled()) {
        PostId id = PostId.of(String.valueOf(post.id()));
        Instant time = post.toSummary().publishAt();
        if (time == null) {
          throw new MalformedItemException(
              id.value(), "its 'publishAt' is not a date in ISO 8601 format.");
        }
        notes.write(id, time);
      }
    }
  }

  /**
   * Publishes the due posts, with one query for each hundred and two writes for each post, and
   * returns their number. A post that failed is due again. An outage, or a failure that needs an
   * operator, is thrown at the end.
   */
  public int publishDue() {
    List<BlogException> failures = new ArrayList<>();
    AtomicInteger published = new AtomicInteger();
    notes.eachDue(
        clock.instant(),
        note -> {
          try {
            published.addAndGet(publish(note) ? 1 : 0);
          } catch (BlogException e) {
            if (isOfAccount(e)) {
              failures.add(e);
            } else {
              ChangeHandler.warn(LOG, "A scheduled post was not published and is due again", e);
            }
          }
        },
        () -> !closing.get());
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return published.get();
  }

  /** Returns whether the failure is logged once for the whole check, and not for each post. */
  private static boolean isOfAccount(BlogException failure) {
    return failure instanceof StoreUnavailableException || ChangeHandler.needsOperator(failure);
  }

  private boolean publish(Note note) {
    boolean published = false;
    try {
      published = statuses.publishScheduled(note.post(), note.time());
    } catch (BlogException e) {
      deadLetters.add(ItemPlace.ofPost(note.post().value()), "", ChangeHandler.causedByItem(e));
    }
    notes.done(note);
    return published;
  }

  /**
   * The notes of scheduled posts: documents in the leases container, ordered by time.
   *
   * @param posts the name of the posts container, so that a host ignores the notes of another blog
   *     if the two share a leases container, which blogs should not
   */
  public record ScheduleNotes(LeaseDocuments documents, String posts) {
    // Sorts after every hash of a post's id.
    private static final String LAST_OF_TIME = "~~";
    private static final int PAGE_SIZE = 100;

    /** A post that is due at a time, with the ETag of its document. */
    record Note(PostId post, Instant time, String etag) {}

    /** Writes a note that a post is due at a time. */
    void write(PostId post, Instant time) {
      String id = id(post, time);
      ObjectNode json =
          JsonNodeFactory.instance
              .objectNode()
              .put("id", id)
              .put("type", "schedule")
              .put("postId", post.value())
              .put("publishAt", ItemDates.text(time));
      documents.write(id, json);
    }

    /** Passes the due posts to an action, in the order of time, while {@code goesOn}. */
    void eachDue(Instant now, Consumer<Note> action, BooleanSupplier goesOn) {
      String last = prefix() + ItemDates.text(now) + LAST_OF_TIME;
      String after = prefix();
      List<JsonNode> page;
      do {
        page = documents.between(after, last, PAGE_SIZE, JsonNode.class);
        for (JsonNode document : page) {
          if (!goesOn.getAsBoolean()) {
            return;
          }
          after = document.path("id").asText();
          note(document).ifPresent(action);
        }
      } while (page.size() == PAGE_SIZE);
    }

    /** Another program's document with such an id doesn't contain a post. */
    private Optional<Note> note(JsonNode document) {
      try {
        PostId post = PostId.of(document.path("postId").asText());
        String etag = document.path("_etag").asText();
        return ItemDates.parse(document.path("publishAt").asText())
            .filter(time -> id(post, time).equals(document.path("id").asText()))
            .map(time -> new Note(post, time, etag));
      } catch (InvalidInputException e) {
        return Optional.empty();
      }
    }

    /** Deletes a note, unless it was rewritten since it was read. */
    void done(Note note) {
      documents.delete(id(note.post(), note.time()), note.etag());
    }

    private String id(PostId post, Instant time) {
      return LeaseDocuments.idOf(prefix() + ItemDates.text(time) + "~", post.value());
    }

    private String prefix() {
      return "schedule~" + posts + "~";
    }
  }
}
