package dev.cosmosblog.changefeed.internal.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.internal.kernel.Repositories;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a renamed user's name to everything that the user wrote and that carries a stale username.
 * A pass can stop anywhere and begin again, because an item that was written is not found again:
 * the batch ends before its lease expires, and is delivered again for the rest. The next pass on
 * this host begins where the last one ended, so that many passes read hardly more than one would;
 * on another host, or after a restart, it begins at the start. {@link PostCopyHandler} finds what
 * is written with the old name during the passes; a recheck finds what a lagging replica hides from
 * both, and finishes an erasure whose host died. It ends before its claim does, and is due again
 * for the rest. It always reads from the start: what it must find may be anywhere.
 */
public final class RenameHandler implements ChangeHandler {
  private static final Logger LOG = LoggerFactory.getLogger(RenameHandler.class);

  /** The failures of a user's recheck from which on they are a problem of health. */
  private static final int FAILURES_TO_TELL = 3;

  private final Repositories blog;
  private final RenameRechecks rechecks;
  private final DeadLetterSink deadLetters;
  private final Consumer<RenameProgress> progress;
  private final Clock clock;
  private final Duration longest;
  private final ItemTasks tasks;

  /** Where the renames of unfinished batches are, by user. Guarded by itself. */
  private final Map<UserId, Place> places = RecentEntries.create();

  /** How often rechecks have failed on this host, by user. Guarded by itself. */
  private final Map<UserId, Integer> failedRechecks = RecentEntries.create();

  /** The document behind which the next run of rechecks begins; empty at the start. */
  private final AtomicReference<String> recheckedTo = new AtomicReference<>("");

  /**
   * How far the passes of a rename have come.
   *
   * @param begun when the first of them began to read; a recheck must follow what it missed
   * @param next the continuation before which every item has the name, or was dead-lettered; null
   *     at the start
   * @param done whether all items have it, and the recheck is scheduled
   */
  private record Place(VersionedName name, Instant begun, @Nullable String next, boolean done) {
    static Place start(VersionedName name, Instant begun) {
      return new Place(name, begun, null, false);
    }

    Place at(String continuation) {
      return new Place(name, begun, continuation, false);
    }

    Place end() {
      return new Place(name, begun, null, true);
    }
  }

  /**
   * @param deadLetters receives the items that cannot be given a name
   * @param longest the time after which a pass ends at the next opportunity
   * @param tasks writes the items of a page at once; closed with the handler
   */
  public RenameHandler(
      Repositories blog,
      RenameRechecks rechecks,
      DeadLetterSink deadLetters,
      Consumer<RenameProgress> progress,
      Clock clock,
      Duration longest,
      ItemTasks tasks) {
    this.blog = blog;
    this.rechecks = rechecks;
    this.deadLetters = deadLetters;
    this.progress = progress;
    this.clock = clock;
    this.longest = longest;
    this.tasks = tasks;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, UserChange> newest = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      // No item can carry a name older than the user's first.
      if (change instanceof UserChange user && user.name().version() > 0) {
        newest.merge(
            user.user(),
            user,
            (one, other) -> one.name().version() >= other.name().version() ? one : other);
      } else if (change instanceof UserErasure erasure) {
        // However late: nobody else sweeps what a replica hid, or finishes for a caller that died.
        rechecks.schedule(erasure.user());
      }
    }
    Instant until = clock.instant().plus(longest);
    boolean isAnyRead = false;
    for (UserChange user : newest.values()) {
      // A query that finds nothing takes its time, too. Each delivery does one at least.
      if (isAnyRead && clock.instant().isAfter(until)) {
        throw new BatchUnfinishedException("The renames of a batch continue later.");
      }
      isAnyRead |= goOn(user, until);
    }
    newest.keySet().forEach(places::remove);
  }

  /** Goes on with a rename, which is done once it returns; returns whether it was not before. */
  private boolean goOn(UserChange change, Instant until) {
    UserId user = change.user();
    // Until items come, nothing is remembered: what is refused once may be refused for ever.
    Place known = places.remove(user);
    Place from =
        known != null && known.name().equals(change.name())
            ? known
            : Place.start(change.name(), clock.instant());
    if (!from.done()) {
      spread(user, from, until, place -> places.put(user, place));
      rechecks.schedule(user, change.written(), from.begun());
    }
    places.put(user, from.end());
    return !from.done();
  }

  /**
   * Runs what is due, each when it is claimed; what fails is due again. A run ends when its time is
   * over, and the next one continues after it, so that a slow or failing recheck doesn't delay the
   * others for good. A failure for an operator is thrown at the end, and so is any other from the
   * third of a user's recheck on: it may leave an erasure unfinished.
   */
  public void runRechecks() {
    List<BlogException> failures = new ArrayList<>();
    Instant end = clock.instant().plus(longestRecheck());
    boolean goesOn = true;
    while (goesOn) {
      goesOn = runRechecks(rechecks.due(recheckedTo.get()), end, failures);
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /**
   * Runs what is due of a page, one at least; returns whether there are more, and time for them.
   */
  private boolean runRechecks(RenameRechecks.Page page, Instant end, List<BlogException> failures) {
    recheckedTo.set(page.last());
    for (Iterator<RenameRechecks.Due> rest = page.due().iterator(); rest.hasNext(); ) {
      RenameRechecks.Due due = rest.next();
      recheckedTo.set(rest.hasNext() ? RenameRechecks.id(due.user()) : page.last());
      // The claim's time begins before its request.
      Instant until = clock.instant().plus(longestRecheck());
      rechecks.claim(due).ifPresent(claim -> runRecheck(claim, until, failures));
      if (clock.instant().isAfter(end)) {
        return false;
      }
    }
    return !page.last().isEmpty() && !clock.instant().isAfter(end);
  }

  private void runRecheck(RenameRechecks.Claim claim, Instant until, List<BlogException> failures) {
    UserId user = claim.user();
    try {
      blog.users()
          .currentName(user)
          .ifPresentOrElse(
              name -> spread(user, Place.start(name, clock.instant()), until, place -> {}),
              () -> finishErasure(user, until));
      rechecks.done(claim);
      failedRechecks.remove(user);
    } catch (BatchUnfinishedException e) {
      LOG.info("A recheck is due again");
    } catch (BlogException e) {
      if (ChangeHandler.isCausedByItem(e)) {
        deadLetters.add(ItemPlace.ofUser(user.value()), user.value(), e);
        rechecks.done(claim);
      } else {
        ChangeHandler.warn(LOG, "A recheck failed, and is due again", e);
        int times = failedRechecks.merge(user, 1, Integer::sum);
        if (times >= FAILURES_TO_TELL || ChangeHandler.needsOperator(e)) {
          failures.add(e);
        }
      }
    }
  }

  /** A recheck that outlived its claim would run on two hosts at once. */
  private Duration longestRecheck() {
    Duration claimed = RenameRechecks.CLAIM.minusMinutes(1);
    return longest.compareTo(claimed) < 0 ? longest : claimed;
  }

  private void finishErasure(UserId user, Instant until) {
    if (!blog.erasures().finish(user, () -> clock.instant().isBefore(until))) {
      throw new BatchUnfinishedException("The erasure of user " + user + " continues later.");
    }
  }

  private void spread(UserId user, Place from, Instant until, Consumer<Place> remember) {
    VersionedName name = from.name();
    AtomicLong written = new AtomicLong();
    AtomicReference<Place> reached = new AtomicReference<>(from);
    blog.names()
        .eachStale(
            user,
            name,
            from.next(),
            (items, next) -> {
              // They came, so the continuation is not refused.
              remember.accept(reached.get());
              tasks.forEach(items, item -> write(item, user, name, written));
              progress.accept(new RenameProgress(user, name.version(), written.get(), false));
              if (next != null) {
                reached.set(from.at(next));
                remember.accept(reached.get());
                if (clock.instant().isAfter(until)) {
                  throw new BatchUnfinishedException(
                      "The rename of user " + user + " continues later.");
                }
              }
            });
    progress.accept(new RenameProgress(user, name.version(), written.get(), true));
  }

  private void write(AuthoredItem item, UserId author, VersionedName name, AtomicLong written) {
    try {
      if (blog.names().put(item, name)) {
        written.incrementAndGet();
      }
    } catch (RuntimeException e) {
      ItemPlace place = new ItemPlace(BlogContainer.POSTS, item.postId(), item.id());
      deadLetters.add(place, author.value(), ChangeHandler.causedByItem(e));
    }
  }

  @Override
  public void forget() {
    places.clear();
  }

  /** Ends the threads; a pass that is under way fails at its next page. */
  @Override
  public void close() {
    tasks.close();
  }

  /**
   * The schedule of second passes over renames and erasures, for when every replica has them and
   * what was written with the old name before: documents in the leases container, which outlive the
   * host. Any host may claim one that is due; if it does not finish, the recheck is due again.
   *
   * @param replicaLag zero to schedule nothing
   */
  public record RenameRechecks(LeaseDocuments documents, Clock clock, Duration replicaLag) {
    private static final String ID_PREFIX = "rename~";
    private static final int PAGE_SIZE = 100;

    /** The time for which a claimed recheck is left to the host that claimed it. */
    static final Duration CLAIM = Duration.ofMinutes(5);

    /** A recheck that was due when it was read. */
    record Due(UserId user, String etag) {}

    /**
     * The due rechecks of a page.
     *
     * @param last the page's last document, behind which the next page begins; empty at the end
     */
    record Page(List<Due> due, String last) {}

    record Claim(UserId user, String etag) {}

    /**
     * Schedules a recheck with one write, unless the rename was so old when its pass began that
     * this pass was late enough. A pass may take longer than replicas lag: its end proves nothing.
     */
    void schedule(UserId user, Instant written, Instant begun) {
      // After the lag, every read of the user has the new name; after twice the lag, everything
      // written with the old name is found. The third is for the clocks' difference.
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

    /** Reads what is due of the next hundred rechecks behind a document: one query. */
    Page due(String after) {
      List<JsonNode> page = documents.page(ID_PREFIX, after, PAGE_SIZE, JsonNode.class);
      List<Due> due = new ArrayList<>();
      String last = "";
      for (JsonNode document : page) {
        last = document.path("id").asText();
        String userId = document.path("userId").asText();
        // Another program's document under such an id names no user.
        boolean ours = last.equals(LeaseDocuments.idOf(ID_PREFIX, userId));
        if (ours && document.path("due").asLong() <= clock.instant().toEpochMilli()) {
          due.add(new Due(UserId.of(userId), document.path("_etag").asText()));
        }
      }
      return new Page(due, page.size() < PAGE_SIZE ? "" : last);
    }

    /** Claims a recheck with one write; empty if another host was faster, or it is gone. */
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

    private static String id(UserId user) {
      return LeaseDocuments.idOf(ID_PREFIX, user.value());
    }
  }
}
