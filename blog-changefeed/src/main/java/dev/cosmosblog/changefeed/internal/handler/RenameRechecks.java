package dev.cosmosblog.changefeed.internal.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes over renames and erasures a second time, once every replica has them and everything that
 * was written with the old name before. That finds what a lagging replica hid from the first pass
 * and from {@link AuthorNameHandler}, and finishes an erasure whose host died.
 *
 * <p>The rechecks are documents in the leases container, so that they outlive the host. Any host
 * may claim one that is due; a recheck that its host does not finish becomes due again.
 */
public final class RenameRechecks implements RenameHandler.Recheck {
  private static final Logger LOG = LoggerFactory.getLogger(RenameRechecks.class);
  private static final String ID_PREFIX = "rename~";
  private static final int PAGE_SIZE = 100;

  /** The time for which a claimed recheck is left to the host that claimed it. */
  private static final Duration CLAIM = Duration.ofMinutes(5);

  private final LeaseDocuments documents;
  private final CopyWrites copies;
  private final RenameSpreader spreader;
  private final Clock clock;
  private final Duration replicaLag;
  private final Duration longest;

  public RenameRechecks(
      LeaseDocuments documents,
      CopyWrites copies,
      RenameSpreader spreader,
      Clock clock,
      Duration replicaLag,
      Duration longest) {
    this.documents = documents;
    this.copies = copies;
    this.spreader = spreader;
    this.clock = clock;
    this.replicaLag = replicaLag;
    this.longest = longest;
  }

  /** A recheck that this host has claimed. */
  record Claim(UserId user, String etag) {}

  /**
   * Schedules a recheck with one write, unless the rename was so old when its pass began that this
   * pass was late enough. A pass may take longer than replicas lag: its end proves nothing.
   */
  @Override
  public void schedule(UserId user, Instant written, Instant begun) {
    // After the lag, every read of the user returns the new name; after twice the lag, everything
    // written with the old name until then is found. The third is for the difference between Cosmos
    // DB's clock and this one.
    if (written.plus(replicaLag.multipliedBy(3)).isAfter(begun)) {
      documents.write(id(user), json(user, clock.instant().plus(replicaLag.multipliedBy(2))));
    }
  }

  /** Runs the rechecks that are due. */
  public void runDue() {
    for (Claim claim : claimDue()) {
      try {
        run(claim.user());
        // A user who was renamed again meanwhile stays scheduled.
        documents.delete(id(claim.user()), claim.etag());
      } catch (BatchUnfinishedException e) {
        LOG.info("A recheck is due again: {}", e.getMessage());
      } catch (BlogException e) {
        // The rechecks behind it run all the same.
        LOG.warn("The recheck of user {} failed, and is due again", claim.user(), e);
      }
    }
  }

  private void run(UserId user) {
    copies
        .currentName(user)
        .ifPresentOrElse(
            name -> spreader.spread(user, name, clock.instant().plus(longest)),
            () -> copies.finishErasure(user));
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
        if (document.path("due").asLong() <= clock.instant().toEpochMilli()) {
          claim(document, claims);
        }
      }
    } while (page.size() == PAGE_SIZE && claims.size() < PAGE_SIZE);
    return claims;
  }

  private void claim(JsonNode document, List<Claim> claims) {
    UserId user = UserId.of(document.path("userId").asText());
    documents
        .replace(id(user), json(user, clock.instant().plus(CLAIM)), document.path("_etag").asText())
        .ifPresent(etag -> claims.add(new Claim(user, etag)));
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
