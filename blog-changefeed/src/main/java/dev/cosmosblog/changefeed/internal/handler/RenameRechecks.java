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

/**
 * The schedule of second passes over renames and erasures, for when every replica has them and
 * everything that was written with the old name before. The rechecks are documents in the leases
 * container, so that they outlive the host. Any host may claim one that is due; a recheck that its
 * host does not finish becomes due again.
 *
 * @param replicaLag zero to schedule nothing
 */
public record RenameRechecks(LeaseDocuments documents, Clock clock, Duration replicaLag) {
  private static final String ID_PREFIX = "rename~";
  private static final int PAGE_SIZE = 100;

  /** The time for which a claimed recheck is left to the host that claimed it. */
  static final Duration CLAIM = Duration.ofMinutes(5);

  record Claim(UserId user, String etag) {}

  /**
   * Schedules a recheck with one write, unless the rename was so old when its pass began that this
   * pass was late enough. A pass may take longer than replicas lag: its end proves nothing.
   */
  void schedule(UserId user, Instant written, Instant begun) {
    // After the lag, every read of the user returns the new name; after twice the lag, everything
    // written with the old name until then is found. The third is for the difference between Cosmos
    // DB's clock and this one.
    if (written.plus(replicaLag.multipliedBy(3)).isAfter(begun)) {
      schedule(user);
    }
  }

  /** Schedules a recheck with one write. */
  void schedule(UserId user) {
    if (!replicaLag.isZero()) {
      documents.write(id(user), json(user, clock.instant().plus(replicaLag.multipliedBy(2))));
    }
  }

  /** Claims the rechecks that are due: one query for each hundred, and one write for each claim. */
  List<Claim> claimDue() {
    List<Claim> claims = new ArrayList<>();
    String after = "";
    List<JsonNode> page;
    do {
      page = documents.page(ID_PREFIX, after, PAGE_SIZE, JsonNode.class);
      for (JsonNode document : page) {
        after = document.path("id").asText();
        String userId = document.path("userId").asText();
        // Another program's document under such an id names no user.
        boolean ours = after.equals(LeaseDocuments.idOf(ID_PREFIX, userId));
        if (ours && document.path("due").asLong() <= clock.instant().toEpochMilli()) {
          UserId user = UserId.of(userId);
          ObjectNode claimed = json(user, clock.instant().plus(CLAIM));
          documents
              .replace(id(user), claimed, document.path("_etag").asText())
              .ifPresent(etag -> claims.add(new Claim(user, etag)));
        }
      }
    } while (page.size() == PAGE_SIZE && claims.size() < PAGE_SIZE);
    return claims;
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

  private static String id(UserId user) {
    return LeaseDocuments.idOf(ID_PREFIX, user.value());
  }
}
