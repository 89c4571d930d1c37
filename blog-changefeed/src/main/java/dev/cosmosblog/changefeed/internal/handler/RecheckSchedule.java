package dev.cosmosblog.changefeed.internal.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The schedule of rechecks of renames and erasures: documents in the leases container, which
 * outlive the host. A recheck is due once every replica has the rename and all items that were
 * written with the old name before it. Any host can claim a due recheck. If that host doesn't
 * finish it, the recheck is due again.
 *
 * @param replicaLag the maximum lag of a replica that serves reads; zero to disable rechecks
 */
public record RecheckSchedule(LeaseDocuments documents, Clock clock, Duration replicaLag) {
  private static final String ID_PREFIX = "rename~";
  private static final int PAGE_SIZE = 100;

  /** The time after which another host can claim a claimed recheck. */
  static final Duration CLAIM = Duration.ofMinutes(5);

  /** More than a claim and the difference of two clocks. */
  private static final Duration MAX_AHEAD = Duration.ofDays(1);

  /** A recheck that was due when it was read. */
  record Due(UserId user, String etag) {}

  /**
   * The due rechecks of a page.
   *
   * @param last the page's last document, after which the next page begins; empty at the end
   */
  record DuePage(List<Due> due, String last) {}

  record Claim(UserId user, String etag) {}

  /**
   * Schedules a recheck with one write, unless all replicas had the rename when its pass began. The
   * end of the pass doesn't matter, because a pass may take longer than the replicas lag.
   */
  void add(UserId user, Instant written, Instant begun) {
    // After the lag, every read of the user returns the new name; after twice the lag, every item
    // that was written with the old name is found. The third lag allows for clock skew.
    if (written.plus(replicaLag.multipliedBy(3)).isAfter(begun)) {
      add(user);
    }
  }

  /** Schedules a recheck with one write. */
  void add(UserId user) {
    if (!replicaLag.isZero()) {
      documents.write(id(user), json(user, clock.instant().plus(replicaLag.multipliedBy(2))));
    }
  }

  /** Reads the next hundred rechecks after a document and returns those that are due: one query. */
  DuePage due(String after) {
    List<JsonNode> page = documents.page(ID_PREFIX, after, PAGE_SIZE, JsonNode.class);
    List<Due> due = new ArrayList<>();
    String last = "";
    for (JsonNode document : page) {
      last = document.path("id").asText();
      String userId = document.path("userId").asText();
      // Another program's document with such an id doesn't contain a user.
      boolean ours = last.equals(LeaseDocuments.idOf(ID_PREFIX, userId));
      if (ours && isDue(document.path("due").asLong())) {
        due.add(new Due(UserId.of(userId), document.path("_etag").asText()));
      }
    }
    return new DuePage(due, page.size() < PAGE_SIZE ? "" : last);
  }

  /** Another program may have written a time that never comes. */
  private boolean isDue(long at) {
    Instant now = clock.instant();
    Instant latest = now.plus(MAX_AHEAD).plus(replicaLag.multipliedBy(2));
    return at <= now.toEpochMilli() || at > latest.toEpochMilli();
  }

  /**
   * Claims a recheck with one write; empty if another host was faster or the recheck was deleted.
   */
  Optional<Claim> claim(Due due) {
    ObjectNode claimed = json(due.user(), clock.instant().plus(CLAIM));
    return documents
        .replace(id(due.user()), claimed, due.etag())
        .map(etag -> new Claim(due.user(), etag));
  }

  /** Deletes a recheck that has run, unless the user was renamed again meanwhile. */
  void done(Claim claim) {
    documents.delete(id(claim.user()), claim.etag());
  }

  private static ObjectNode json(UserId user, Instant due) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id(user))
        .put("type", "rename")
        .put("userId", user.value())
        .put("due", due.toEpochMilli());
  }

  static String id(UserId user) {
    return LeaseDocuments.idOf(ID_PREFIX, user.value());
  }
}
