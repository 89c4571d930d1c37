package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.testsupport.BlogOracle;
import dev.cosmosblog.testsupport.OracleFinding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks the blog's invariants on the primaries: I1, I2, I4, I6 and what I12 says of each copy
 * after each transaction; those that the {@link BlogOracle} knows once writes stop. {@link
 * SimulatedView} checks I15.
 */
final class Invariants implements SimulatedService.CommitListener {
  private static final Set<String> REACTIONS = Set.of("comment", "hiddenComment", "like");

  /** The id of the item with the front page. */
  private static final String NEWEST = "newest";

  /** The findings in items that another program patched that a repair leaves. */
  private static final Set<FindingKind> NOT_REPAIRED =
      Set.of(
          FindingKind.UNREADABLE_ITEM,
          FindingKind.MISSING_AUTHOR,
          FindingKind.TAKEN_NAME,
          FindingKind.TAKEN_SLUG);

  private final SimulatedService service;
  private final OtherProgram program;
  private int frontPageSize;

  /** The largest that was ever stored: a page shrinks with its next write. */
  private int largestFrontPage;

  /** The order in which posts were created, which shows that one was created again. */
  private final Map<String, Long> creations = new HashMap<>();

  private final Map<ItemKey, Seen> copies = new HashMap<>();
  private final Map<String, Entry> entries = new HashMap<>();

  /** The versions in which posts were hidden. */
  private final Map<String, TreeSet<Long>> hiddenIn = new HashMap<>();

  private final Set<String> shown = new HashSet<>();
  private final Map<ItemKey, Long> names = new HashMap<>();

  /** The reservations that were last written when their posts were deleted. */
  private final Set<String> reservedAgain = new HashSet<>();

  /** When items of posts were created and deleted last. */
  private final Map<ItemKey, Long> created = new HashMap<>();

  private final Map<ItemKey, Long> deleted = new HashMap<>();
  private final LongSupplier nanoTime;

  Invariants(
      SimulatedService service, OtherProgram program, int frontPageSize, LongSupplier nanoTime) {
    this.service = service;
    this.program = program;
    this.frontPageSize = frontPageSize;
    this.largestFrontPage = frontPageSize;
    this.nanoTime = nanoTime;
  }

  /** An invariant is broken. It is an error, because the library's code doesn't catch errors. */
  static final class Violated extends Error {
    private static final long serialVersionUID = 1L;

    private final String invariant;

    Violated(String invariant, String message) {
      super(invariant + ": " + message);
      this.invariant = invariant;
    }

    String invariant() {
      return invariant;
    }

    @Override
    public String getMessage() {
      return Objects.requireNonNull(super.getMessage());
    }
  }

  /**
   * A copy as it was seen last.
   *
   * @param removed whether it was removed after its post
   */
  private record Seen(long version, long userVersion, boolean removed) {
    Seen gone(boolean withItsPost) {
      return new Seen(version, userVersion, withItsPost);
    }
  }

  /** A front page's post as it was seen last, with its place in the order. */
  private record Entry(Seen seen, String place) {}

  @Override
  public void committed(
      BlogContainer container, String partition, Map<ItemKey, @Nullable ObjectNode> written) {
    switch (container) {
      case POSTS -> {
        written.forEach(this::forgetFormer);
        checkCounts(partition);
        written.forEach(this::checkName);
        written.forEach(this::noteExistence);
        written.values().forEach(this::noteVersion);
        written.values().forEach(this::checkSlugs);
      }
      case USERS -> {
        checkUsernames();
        written.forEach(this::checkCopy);
        written.forEach(this::noteReservation);
      }
      case FEED -> {
        written.values().forEach(this::noteSettings);
        written.forEach(this::checkFrontPage);
      }
      case LEASES, LISTINGS -> {
        // Copies there are never read.
      }
    }
  }

  /** Forgets a post whose tombstone expired before it was created again. */
  private void forgetFormer(ItemKey key, @Nullable ObjectNode item) {
    if (item == null || !key.id().equals(key.partition())) {
      return;
    }
    String post = key.id();
    long creation = item.path(SimulatedService.RID).asLong();
    Long former = creations.put(post, creation);
    if (former != null && former != creation) {
      copies.keySet().removeIf(copy -> copy.id().equals(post));
      names.keySet().removeIf(one -> one.partition().equals(post));
      entries.remove(post);
      hiddenIn.remove(post);
    }
  }

  private void noteSettings(@Nullable ObjectNode item) {
    if (item != null && is(item, "settings") && item.path("frontPageSize").isInt()) {
      frontPageSize = item.path("frontPageSize").asInt();
      largestFrontPage = Math.max(largestFrontPage, frontPageSize);
    }
  }

  private void checkCounts(String partition) {
    if (!partition.startsWith(StrangerItems.PREFIX) && !program.touched(partition)) {
      SimulatedService.Partition physical = service.partition(BlogContainer.POSTS, partition);
      refuse(BlogOracle.reactions(physical.visible(partition, physical.lsn())));
    }
  }

  private static void refuse(List<OracleFinding> findings) {
    if (!findings.isEmpty()) {
      OracleFinding first = findings.get(0);
      throw new Violated(first.invariant(), first.toString());
    }
  }

  private void noteVersion(@Nullable ObjectNode item) {
    if (item != null && is(item, "post") && item.path("status").asText().equals("hidden")) {
      hiddenIn
          .computeIfAbsent(item.path("id").asText(), any -> new TreeSet<>())
          .add(item.path("version").asLong());
    }
  }

  private void noteExistence(ItemKey key, @Nullable ObjectNode item) {
    if (!exists(item)) {
      deleted.put(key, nanoTime.getAsLong());
    } else if (created.getOrDefault(key, -1L) <= deleted.getOrDefault(key, 0L)) {
      created.put(key, nanoTime.getAsLong());
    }
  }

  /**
   * Checks a response about the existence of a comment or like, which must have been true at some
   * time during the call.
   */
  void checkAnswer(ItemKey key, boolean exists, long callBegan) {
    if (program.touched(key.partition())) {
      return;
    }
    boolean existsNow = exists(service.item(BlogContainer.POSTS, key));
    Map<ItemKey, Long> changes = exists ? deleted : created;
    if (existsNow != exists && changes.getOrDefault(key, -1L) < callBegan) {
      throw new Violated(
          "I7",
          "A command returned that %s %s, which was never true during the call."
              .formatted(key, exists ? "exists" : "does not exist"));
    }
  }

  /** A deleted comment that was pending once leaves a tombstone. */
  private static boolean exists(@Nullable ObjectNode item) {
    return item != null && !is(item, ItemType.REMOVED_COMMENT);
  }

  /** Checks that the post to which an item of a type was just added accepts it. */
  void checkReaction(String post, String type) {
    ObjectNode item = service.item(BlogContainer.POSTS, ItemKey.of(post));
    String status = item == null ? "" : item.path("status").asText("published");
    if (program.touched(post)) {
      return;
    }
    if (!status.equals("published")) {
      throw new Violated(
          "I12", "A %s was added to the post %s, which is %s.".formatted(type, post, status));
    }
    if (type.equals("comment") && item != null && item.path("commentsClosed").asBoolean()) {
      throw new Violated(
          "I12", "A comment was added to the post %s, whose comments are closed.".formatted(post));
    }
  }

  /**
   * Checks that a read in the session of a creation found the post, if it was live in each version
   * since the creation began.
   */
  void checkSession(ItemKey key, long before, boolean isFound) {
    if (!isFound
        && !program.touched(key.partition())
        && service.partition(BlogContainer.POSTS, key.partition()).lived(key, before)) {
      throw new Violated(
          "I7", "A read in the session of its creation missed the post " + key + ".");
    }
  }

  private void checkName(ItemKey key, @Nullable ObjectNode item) {
    if (item == null || isForeign(item)) {
      names.remove(key);
      return;
    }
    long version = item.path("userVersion").asLong();
    Long before = names.put(key, version);
    if (before != null && version < before && !item.has("deleted")) {
      throw new Violated(
          "I4",
          "The author's name in %s went back: version %d, then %d."
              .formatted(key, before, version));
    }
  }

  private void checkUsernames() {
    Map<String, String> owners = new HashMap<>();
    for (ObjectNode user : service.items(BlogContainer.USERS)) {
      String name = user.path("username").asText();
      boolean isGuarded = !program.touched(ReservationItem.idOfUsername(name));
      if (is(user, "user") && !isForeign(user) && isGuarded) {
        String id = user.path("id").asText();
        String other = owners.put(Username.canonical(name), id);
        if (other != null) {
          throw new Violated(
              "I6", "Users %s and %s both have the name %s.".formatted(other, id, name));
        }
      }
    }
  }

  /** Checks that no other post has or had one of a post's slugs. */
  private void checkSlugs(@Nullable ObjectNode post) {
    if (post == null || !post.has("slug") || !isLive(post) || isForeign(post)) {
      return;
    }
    Set<String> slugs = slugsOf(post);
    for (ObjectNode other : service.items(BlogContainer.POSTS)) {
      if (isLive(other)
          && !isForeign(other)
          && !other.path("id").equals(post.path("id"))
          && slugsOf(other).stream()
              .anyMatch(slug -> slugs.contains(slug) && !program.touched("slug~" + slug))) {
        throw new Violated(
            "I6",
            "The posts %s and %s have or had a common slug."
                .formatted(post.path("id"), other.path("id")));
      }
    }
  }

  private static Set<String> slugsOf(JsonNode post) {
    Set<String> slugs = new HashSet<>();
    slugs.add(post.path("slug").asText());
    post.path("formerSlugs").forEach(slug -> slugs.add(slug.asText()));
    slugs.remove("");
    return slugs;
  }

  private void checkCopy(ItemKey key, @Nullable ObjectNode item) {
    Seen before = copies.get(key);
    if (item == null || !isCopy(item) || isForeign(item)) {
      if (before != null) {
        copies.put(key, before.gone(before.removed || !isLivePost(key.id())));
      }
      return;
    }
    if (is(item, "post") == item.has("status")) {
      throw new Violated("I12", "The copy of " + key + " has a type of another status.");
    }
    copies.put(key, check("The copy in users of post " + key.id(), before, item, key.id()));
  }

  private void checkFrontPage(ItemKey key, @Nullable ObjectNode frontPage) {
    if (!key.id().equals(NEWEST) || program.touched(NEWEST)) {
      return;
    }
    JsonNode posts =
        frontPage == null ? SimulatedService.JSON.createArrayNode() : frontPage.path("posts");
    Set<String> present = new HashSet<>();
    for (JsonNode entry : posts) {
      String id = entry.path("id").asText();
      present.add(id);
      if (program.touched(entry)) {
        continue;
      }
      Entry before = entries.get(id);
      String what = "The front page's post " + id;
      Seen seen = check(what, before == null ? null : before.seen, entry, id);
      entries.put(id, new Entry(seen, place(entry)));
      if (entry.has("status")) {
        throw new Violated("I12", "The front page shows post " + id + ", which is not published.");
      }
    }
    noteHidden(posts, present);
    // A post that newer ones pushed out, and that was deleted later, may come back until the host
    // that handles its deletion has done so.
    for (String id : shown) {
      if (!present.contains(id)) {
        entries.computeIfPresent(
            id, (post, left) -> new Entry(left.seen.gone(!isLivePost(post)), left.place));
      }
    }
    shown.clear();
    shown.addAll(present);
    if (posts.size() > largestFrontPage) {
      throw new Violated("I5", "The front page has " + posts.size() + " posts.");
    }
  }

  /**
   * Records that a post was removed because it was hidden, so that it must not return in an earlier
   * state.
   */
  private void noteHidden(JsonNode posts, Set<String> present) {
    JsonNode oldest = posts.path(posts.size() - 1);
    for (String id : shown) {
      Entry left = entries.get(id);
      if (present.contains(id) || left == null) {
        continue;
      }
      Long hidden = hiddenIn.getOrDefault(id, new TreeSet<>()).higher(left.seen.version);
      boolean pushedOut = posts.size() >= frontPageSize && left.place.compareTo(place(oldest)) < 0;
      if (hidden != null && !pushedOut) {
        Seen seen = new Seen(hidden, left.seen.userVersion, left.seen.removed);
        entries.put(id, new Entry(seen, left.place));
      }
    }
  }

  private static String place(JsonNode entry) {
    return entry.path("creationDate").asText() + " " + entry.path("id").asText();
  }

  private static boolean isCopy(JsonNode item) {
    return is(item, "post") || is(item, "unpublishedPost");
  }

  private Seen check(String what, @Nullable Seen before, JsonNode copy, String post) {
    long version = copy.path("version").asLong();
    long userVersion = copy.path("userVersion").asLong();
    if (before != null) {
      if (before.removed && !isLivePost(post)) {
        throw new Violated("I4", what + " came back after it was removed with its post.");
      }
      if (version < before.version) {
        throw new Violated(
            "I4", "%s went back: version %d, then %d.".formatted(what, before.version, version));
      }
      if (userVersion < before.userVersion) {
        throw new Violated(
            "I4",
            "The author's name in %s went back: version %d, then %d."
                .formatted(what, before.userVersion, userVersion));
      }
    }
    return new Seen(version, userVersion, false);
  }

  /** Checks that a deleted post has left the front page before its comments are purged. */
  void checkPurge(String post) {
    if (program.touched(post) || program.touched(NEWEST)) {
      return;
    }
    for (ObjectNode frontPage : service.items(BlogContainer.FEED)) {
      for (JsonNode entry : frontPage.path("posts")) {
        if (entry.path("id").asText().equals(post) && !isLivePost(post)) {
          throw new Violated("I9", "Post " + post + " is purged before it left the front page.");
        }
      }
    }
  }

  /** Checks that there is a note of a scheduled post that hasn't changed since. */
  void checkNote(StoredItem seen) {
    ObjectNode post = service.item(BlogContainer.POSTS, new ItemKey(seen.id(), seen.id()));
    if (post == null || isForeign(post) || !isLive(post) || !isScheduled(post)) {
      return;
    }
    String time = post.path("publishAt").asText();
    boolean isNoted =
        service.items(BlogContainer.LEASES).stream()
            .anyMatch(
                note ->
                    is(note, "schedule")
                        && note.path("postId").asText().equals(seen.id())
                        && note.path("publishAt").asText().equals(time));
    if (!isNoted && seen.textOf("publishAt").filter(time::equals).isPresent()) {
      throw new Violated(
          "I13",
          "Post %s is scheduled, and a purge of its batch comes first.".formatted(seen.id()));
    }
  }

  private static boolean isScheduled(JsonNode post) {
    return post.path("status").asText().equals("scheduled");
  }

  /** Returns a hidden post that no other program patched. */
  Optional<String> hiddenPost() {
    return service.items(BlogContainer.POSTS).stream()
        .filter(item -> isLive(item) && !isForeign(item))
        .filter(item -> item.path("status").asText().equals("hidden"))
        .map(item -> item.path("id").asText())
        .filter(id -> !id.equals(StrangerItems.POST_OF_USER))
        .findFirst();
  }

  private boolean isLivePost(String id) {
    ObjectNode post = service.item(BlogContainer.POSTS, new ItemKey(id, id));
    return post != null && isLive(post);
  }

  private static boolean isLive(JsonNode post) {
    return is(post, "post") && !post.has("deleted");
  }

  static boolean is(JsonNode item, String type) {
    return item.path("type").isTextual() && item.path("type").asText().equals(type);
  }

  private boolean isForeign(JsonNode item) {
    return StrangerItems.isForeign(item) || program.touched(item);
  }

  /**
   * Checks what holds once the writers have ended and the change feed has drained.
   *
   * @param due no post is still scheduled for a time before
   */
  void checkAtRest(Instant due, boolean hasListings) {
    BlogOracle oracle =
        BlogOracle.of(own(BlogContainer.USERS), own(BlogContainer.POSTS), own(BlogContainer.FEED))
            .leases(service.items(BlogContainer.LEASES))
            .frontPageSize(frontPageSize)
            .summaryProperties(PreservedProperties.IN_COPIES)
            .due(due);
    if (hasListings) {
      oracle.listings(own(BlogContainer.LISTINGS));
    }
    List<OracleFinding> findings = oracle.findings();
    List<OracleFinding> unreadable =
        findings.stream()
            .filter(found -> found.kind() == OracleFinding.Kind.UNREADABLE_ITEM)
            .filter(found -> program.touched(found.id()) || program.touched(found.partitionKey()))
            .toList();
    Set<String> ids = unreadable.stream().map(OracleFinding::id).collect(Collectors.toSet());
    boolean countsAreUnknown = unreadable.stream().anyMatch(Invariants::isCounted);
    refuse(
        findings.stream()
            .filter(found -> !(countsAreUnknown && OF_ALL_POSTS.contains(found.kind())))
            .filter(found -> !isTolerated(found, ids))
            .toList());
  }

  // The copies that depend on all posts.
  private static final Set<OracleFinding.Kind> OF_ALL_POSTS =
      Set.of(OracleFinding.Kind.WRONG_FRONT_PAGE, OracleFinding.Kind.WRONG_TAG);

  /** Returns whether an item is a post, or a copy of all of them. */
  private static boolean isCounted(OracleFinding item) {
    return item.container().equals("feed")
        || item.container().equals("listings")
        || (item.container().equals("posts") && item.id().equals(item.partitionKey()));
  }

  private List<ObjectNode> own(BlogContainer container) {
    return service.items(container).stream()
        .filter(item -> !StrangerItems.isForeign(item))
        .toList();
  }

  /**
   * Returns whether a finding is about a foreign item, or about a name that a dead process
   * reserved: such a name can be had after its grace.
   */
  private boolean isTolerated(OracleFinding finding, Set<String> unreadable) {
    if (program.isDisowned(finding.id())
        || program.isDisowned(finding.partitionKey())
        || unreadable.contains(finding.id())
        || unreadable.contains(finding.partitionKey())) {
      return true;
    }
    boolean foreign =
        finding.id().startsWith(StrangerItems.PREFIX)
            || finding.id().equals(StrangerItems.POST_OF_USER)
            || program.touched(finding.id())
            || program.touched(finding.partitionKey());
    return switch (finding.kind()) {
      case UNUSED_RESERVATION -> true;
      // Entries that may be another program's aren't counted.
      case WRONG_TAG -> program.hasDisowned();
      case UNREADABLE_ITEM -> program.hasPatched() && foreign;
      // The user of an item, or a reservation, may have been patched.
      case MISSING_AUTHOR, TAKEN_NAME, TAKEN_SLUG -> foreign || program.hasPatched();
      // So may the user whose name a post's copy needs.
      case DEAD_LETTER -> foreign || program.hasPatched();
      default -> false;
    };
  }

  /**
   * Checks that deleted posts have left nothing, and erased users no name, whatever another program
   * patched. A post that expired because of such a patch is a deletion that nobody sees, so a
   * repair removes its copies even if the post was created again and deleted.
   */
  void checkRemovals(boolean isRepaired) {
    for (ObjectNode post : service.items(BlogContainer.POSTS)) {
      if (is(post, "post")
          && !program.isDisowned(post.path("id").asText())
          && post.path("deleted").isBoolean()
          && post.path("deleted").asBoolean()) {
        checkGone(post, isRepaired);
        checkReleased(post);
      }
    }
    for (ObjectNode user : service.items(BlogContainer.USERS)) {
      if (is(user, "erasedUser") && !user.has("formerUsername") && !isForeign(user)) {
        checkErased(user);
      }
    }
  }

  private void checkGone(ObjectNode deleted, boolean isRepaired) {
    String post = deleted.path("id").asText();
    boolean mayHaveFormerCopies = !isRepaired && program.mayHaveExpired(post);
    for (BlogContainer container : BlogContainer.values()) {
      for (ObjectNode item : service.items(container)) {
        boolean isCopy =
            item.path("id").asText().equals(post)
                && isCopy(item)
                && !item.has("deleted")
                && !(mayHaveFormerCopies
                    && !item.path("creationDate").equals(deleted.path("creationDate")));
        boolean isReaction =
            container == BlogContainer.POSTS
                && item.path("postId").asText().equals(post)
                && REACTIONS.contains(item.path("type").asText())
                && !StrangerItems.isForeign(item);
        // Another program may have let a pending comment expire, which no change shows.
        boolean isInListings =
            container == BlogContainer.LISTINGS
                && item.path("postId").asText().equals(post)
                && !program.mayHaveExpired(item.path("commentId").asText())
                && !program.isDisowned(item.path("commentId").asText());
        boolean isListed =
            container == BlogContainer.FEED
                && item.path("posts").findValuesAsText("id").contains(post);
        if (isReaction
            || isInListings
            || isListed
            || (isCopy && container != BlogContainer.POSTS)) {
          throw new Violated("I9", "Post %s is deleted, and leaves %s.".formatted(post, item));
        }
      }
    }
  }

  private void noteReservation(ItemKey key, @Nullable ObjectNode item) {
    ObjectNode post =
        item == null || !is(item, "slug")
            ? null
            : service.item(BlogContainer.POSTS, ItemKey.of(item.path("ownerId").asText()));
    if (post != null && post.path("deleted").asBoolean()) {
      reservedAgain.add(key.id());
    } else {
      reservedAgain.remove(key.id());
    }
  }

  private void checkReleased(ObjectNode post) {
    for (ObjectNode item : service.items(BlogContainer.USERS)) {
      if (is(item, "slug")
          && item.path("ownerId").equals(post.path("id"))
          // A writer that creates the post again and dies leaves its own reservation.
          && !reservedAgain.contains(item.path("id").asText())
          && slugsOf(post).contains(item.path("slug").asText())) {
        throw new Violated(
            "I9", "Post %s is deleted, and leaves %s.".formatted(post.path("id"), item));
      }
    }
  }

  private void checkErased(ObjectNode user) {
    String id = user.path("id").asText();
    for (BlogContainer container : BlogContainer.values()) {
      for (ObjectNode item : own(container)) {
        if (container == BlogContainer.LISTINGS && hasUnreadableDate(item.path("id").asText())) {
          // The date tells where the entry is; a repair restores it.
          continue;
        }
        List<JsonNode> all = new ArrayList<>(List.of(item));
        item.path("posts").forEach(all::add);
        for (JsonNode one : all) {
          boolean isOfUser =
              one.path("userId").asText().equals(id)
                  && !one.path("deleted").asBoolean()
                  && !program.isDisowned(one.path("id").asText())
                  // A repair removes the entry of a comment whose type was changed.
                  && !program.isDisowned(one.path("commentId").asText());
          if (isOfUser && SimulatedWriter.NAMES.contains(one.path("userUsername").asText())) {
            throw new Violated("I9", "User %s is erased, and %s remains.".formatted(id, one));
          }
        }
      }
    }
  }

  private boolean hasUnreadableDate(String post) {
    ObjectNode item = service.item(BlogContainer.POSTS, ItemKey.of(post));
    return item != null && ItemDates.parse(item.path("creationDate").asText()).isEmpty();
  }

  /** Checks that a verification after the writes finds only foreign items and unused names. */
  void checkFindings(List<Finding> findings) {
    Set<String> unreadable = new HashSet<>();
    findings.stream()
        .filter(finding -> finding.kind() == FindingKind.UNREADABLE_ITEM)
        .forEach(finding -> unreadable.add(finding.item().id()));
    for (Finding finding : findings) {
      // A duplicate like is deleted in one transaction with the count of its post.
      if (finding.kind() != FindingKind.DUPLICATE_LIKE
          || !unreadable.contains(finding.item().partitionKey())) {
        checkFinding(finding);
      }
    }
  }

  private void checkFinding(Finding finding) {
    String id = finding.item().id();
    boolean foreign =
        id.startsWith(StrangerItems.PREFIX)
            || id.equals(StrangerItems.POST_OF_USER)
            || finding.item().partitionKey().startsWith(StrangerItems.PREFIX)
            || program.isDisowned(id)
            || program.isDisowned(finding.item().partitionKey())
            // The tags of a post are written after its entry, which may be another program's.
            || (finding.item().partitionKey().equals(TaggedPostItem.BUCKET)
                && program.hasDisowned())
            || (NOT_REPAIRED.contains(finding.kind())
                && (program.touched(id)
                    || program.touched(finding.item().partitionKey())
                    || (program.hasPatched() && finding.kind() != FindingKind.UNREADABLE_ITEM)));
    if (!foreign && finding.kind() != FindingKind.UNUSED_RESERVATION) {
      throw new Violated("verify", "The verification found after the writes: " + finding);
    }
  }
}
