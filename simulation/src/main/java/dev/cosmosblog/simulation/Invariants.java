package dev.cosmosblog.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks the blog's invariants on the primaries: I1, I2, I4, I6 and what I12 says of each copy
 * after each transaction; I3, I5, I8, I9, I12 and I13 once writes stop. {@link SimulatedView}
 * checks I15.
 */
final class Invariants implements SimulatedService.CommitListener {
  private static final Comparator<PostSummaryItem> NEWEST_FIRST =
      Comparator.comparing((PostSummaryItem post) -> String.valueOf(post.creationDate()))
          .thenComparing(post -> String.valueOf(post.id()))
          .reversed();

  private final SimulatedService service;
  private final int frontPageSize;
  private final Map<ItemKey, Seen> copies = new HashMap<>();
  private final Map<String, Entry> entries = new HashMap<>();

  /** The versions in which posts were hidden. */
  private final Map<String, TreeSet<Long>> hiddenIn = new HashMap<>();

  private final Set<String> shown = new HashSet<>();
  private final Map<ItemKey, Long> names = new HashMap<>();

  /** When items of posts were created and deleted last. */
  private final Map<ItemKey, Long> created = new HashMap<>();

  private final Map<ItemKey, Long> deleted = new HashMap<>();
  private final LongSupplier nanoTime;

  Invariants(SimulatedService service, int frontPageSize, LongSupplier nanoTime) {
    this.service = service;
    this.frontPageSize = frontPageSize;
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
        checkCounts(partition);
        written.forEach(this::checkName);
        written.forEach(this::noteExistence);
        written.values().forEach(this::noteVersion);
      }
      case USERS -> {
        checkUsernames();
        written.forEach(this::checkCopy);
      }
      case FEED -> written.forEach(this::checkFrontPage);
      case LEASES, ARCHIVE -> {
        // Copies there are never read.
      }
    }
  }

  private void checkCounts(String partition) {
    ObjectNode post = service.item(BlogContainer.POSTS, new ItemKey(partition, partition));
    if (post == null || !isLive(post) || isForeign(post)) {
      return;
    }
    long comments = 0;
    long likes = 0;
    Set<String> likers = new HashSet<>();
    SimulatedService.Partition physical = service.partition(BlogContainer.POSTS, partition);
    for (ObjectNode item : physical.visible(partition, physical.lsn())) {
      if (is(item, "comment")) {
        comments++;
      } else if (is(item, "like")) {
        likes++;
        if (!likers.add(item.path("userId").asText())) {
          throw new Violated("I2", "Two likes of one user in post " + partition + ".");
        }
      }
    }
    if (comments != post.path("commentCount").asLong()
        || likes != post.path("likeCount").asLong()) {
      throw new Violated(
          "I1",
          "Post %s counts %s comments and %s likes, and has %d and %d."
              .formatted(
                  partition, post.path("commentCount"), post.path("likeCount"), comments, likes));
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
    if (item == null) {
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
    boolean existsNow = service.item(BlogContainer.POSTS, key) != null;
    Map<ItemKey, Long> changes = exists ? deleted : created;
    if (existsNow != exists && changes.getOrDefault(key, -1L) < callBegan) {
      throw new Violated(
          "I7",
          "A command returned that %s %s, which was never true during the call."
              .formatted(key, exists ? "exists" : "does not exist"));
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
      if (is(user, "user") && !isForeign(user)) {
        String id = user.path("id").asText();
        String name = user.path("username").asText();
        String other = owners.put(Username.canonical(name), id);
        if (other != null) {
          throw new Violated(
              "I6", "Users %s and %s both have the name %s.".formatted(other, id, name));
        }
      }
    }
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
    JsonNode posts =
        frontPage == null ? SimulatedService.JSON.createArrayNode() : frontPage.path("posts");
    Set<String> present = new HashSet<>();
    for (JsonNode entry : posts) {
      String id = entry.path("id").asText();
      present.add(id);
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
    if (posts.size() > frontPageSize) {
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
      if (present.contains(id)) {
        continue;
      }
      Entry left = Objects.requireNonNull(entries.get(id));
      Long hidden = hiddenIn.getOrDefault(id, new TreeSet<>()).higher(left.seen.version);
      boolean pushedOut = posts.size() == frontPageSize && left.place.compareTo(place(oldest)) < 0;
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
    for (ObjectNode frontPage : service.items(BlogContainer.FEED)) {
      for (JsonNode entry : frontPage.path("posts")) {
        if (entry.path("id").asText().equals(post) && !isLivePost(post)) {
          throw new Violated("I9", "Post " + post + " is purged before it left the front page.");
        }
      }
    }
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

  private static boolean isForeign(JsonNode item) {
    return item.path("id").asText().startsWith(StrangerItems.PREFIX);
  }

  /**
   * Checks what holds once the writers have ended and the change feed has drained.
   *
   * @param due no post is still scheduled for a time before
   */
  void checkAtRest(Instant due) {
    Map<String, PostSummaryItem> posts = new LinkedHashMap<>();
    for (ObjectNode item : service.items(BlogContainer.POSTS)) {
      if (!isForeign(item)) {
        checkAuthor(item);
        if (isLive(item)) {
          PostSummaryItem post = shape(item, PostItem.class).summary(PreservedProperties.IN_COPIES);
          posts.put(String.valueOf(post.id()), post);
          checkScheduled(post, due);
        }
      }
    }
    checkCopies(posts);
    checkFrontPage(posts);
    checkUsers();
    checkDeadLettered();
  }

  private static void checkScheduled(PostSummaryItem post, Instant due) {
    if (post.isScheduled() && ItemDates.text(due).compareTo(String.valueOf(post.publishAt())) > 0) {
      throw new Violated("I13", "Post " + post.id() + " was due at " + post.publishAt() + ".");
    }
  }

  /** Checks that a verification after the writes finds only foreign items and unused names. */
  void checkFinding(Finding finding) {
    String id = finding.item().id();
    boolean foreign =
        id.startsWith(StrangerItems.PREFIX)
            || id.equals("u0")
            || finding.item().partitionKey().startsWith(StrangerItems.PREFIX);
    if (!foreign && finding.kind() != FindingKind.UNUSED_RESERVATION) {
      throw new Violated("verify", "The verification found after the writes: " + finding);
    }
  }

  private void checkDeadLettered() {
    for (ObjectNode record : service.items(BlogContainer.LEASES)) {
      String id = record.path("itemId").asText();
      boolean foreign = id.startsWith(StrangerItems.PREFIX) || id.equals("u0");
      if (is(record, "deadLetter") && !foreign) {
        throw new Violated(
            "I10",
            "%s was dead-lettered, and nothing is wrong with it: %s"
                .formatted(id, record.path("reason").asText()));
      }
    }
  }

  private void checkAuthor(ObjectNode item) {
    String id = item.path("id").asText();
    String partition = item.path("postId").asText();
    ObjectNode post = service.item(BlogContainer.POSTS, new ItemKey(partition, partition));
    if (item.has("deleted")) {
      return;
    }
    if (post == null || !isLive(post)) {
      throw new Violated("I9", "%s %s outlives its post.".formatted(item.path("type"), id));
    }
    String author = item.path("userId").asText();
    ObjectNode user = service.item(BlogContainer.USERS, new ItemKey(author, author));
    String what = "%s %s of user %s".formatted(item.path("type").asText(), id, author);
    if (user == null && id.equals(author)) {
      // Another program's post, whose author nobody has created.
      return;
    }
    if (user == null || (!is(user, "user") && !is(user, "erasedUser"))) {
      throw new Violated("I3", what + " has no author.");
    }
    if (is(user, "erasedUser") && user.path("erasure").asText().equals("REMOVE")) {
      throw new Violated("I9", what + " outlives its author's erasure.");
    }
    if (!item.path("userUsername").equals(user.path("username"))
        || item.path("userVersion").asLong() != user.path("version").asLong()) {
      throw new Violated(
          "I8",
          "%s has the name %s in version %s, and the user %s in version %s."
              .formatted(
                  what,
                  item.path("userUsername"),
                  item.path("userVersion"),
                  user.path("username"),
                  user.path("version")));
    }
  }

  private void checkCopies(Map<String, PostSummaryItem> posts) {
    Set<String> found = new HashSet<>();
    for (ObjectNode copy : service.items(BlogContainer.USERS)) {
      if (isCopy(copy) && !isForeign(copy)) {
        String id = copy.path("id").asText();
        PostSummaryItem post = posts.get(id);
        if (post == null || !copy.path("userId").asText().equals(post.userId())) {
          throw new Violated("I9", "The copy in users of post " + id + " has no post.");
        }
        compare(
            "The copy in users of post " + id,
            shape(copy, PostSummaryItem.class),
            post.besideAuthor());
        found.add(id);
      }
    }
    for (String id : posts.keySet()) {
      // A post with its author's id can't have a copy.
      if (!found.contains(id) && !id.equals(posts.get(id).userId())) {
        throw new Violated("I3", "Post " + id + " has no copy in users.");
      }
    }
  }

  private static void compare(String what, PostSummaryItem copy, PostSummaryItem post) {
    if (!copy.equals(post)) {
      throw new Violated("I3", "%s is %s, but the post is %s.".formatted(what, copy, post));
    }
  }

  private void checkFrontPage(Map<String, PostSummaryItem> posts) {
    List<PostSummaryItem> newest =
        posts.values().stream()
            .filter(PostSummaryItem::isListed)
            .sorted(NEWEST_FIRST)
            .limit(frontPageSize)
            .toList();
    Optional<ObjectNode> stored =
        service.items(BlogContainer.FEED).stream().filter(item -> !isForeign(item)).findFirst();
    List<PostSummaryItem> shown =
        stored.map(item -> shape(item, FrontPageItem.class).posts()).orElse(List.of());
    List<String> expected = ids(newest);
    if (!ids(shown).equals(expected)) {
      throw new Violated(
          "I5", "The front page has %s, and the newest are %s.".formatted(ids(shown), expected));
    }
    for (int i = 0; i < shown.size(); i++) {
      compare("The front page's post " + shown.get(i).id(), shown.get(i), newest.get(i));
    }
  }

  private static List<String> ids(List<PostSummaryItem> posts) {
    return posts.stream().map(post -> String.valueOf(post.id())).toList();
  }

  private void checkUsers() {
    for (ObjectNode user : service.items(BlogContainer.USERS)) {
      String id = user.path("id").asText();
      if (isForeign(user)) {
        continue;
      }
      if (is(user, "user")) {
        String name = user.path("username").asText();
        String reservation = UsernameItem.idOf(name);
        ObjectNode held = service.item(BlogContainer.USERS, new ItemKey(reservation, reservation));
        if (held == null || !held.path("ownerId").asText().equals(id)) {
          throw new Violated("I6", "The name %s of user %s is not reserved.".formatted(name, id));
        }
      } else if (is(user, "erasedUser") && user.has("formerUsername")) {
        throw new Violated("I9", "The erasure of user " + id + " was never finished.");
      }
    }
  }

  static <T> T shape(ObjectNode item, Class<T> type) {
    try {
      return SimulatedService.JSON.treeToValue(item, type);
    } catch (JsonProcessingException | BlogException e) {
      throw new Violated("I3", "Item " + item.path("id") + " cannot be read: " + e.getMessage());
    }
  }
}
