package dev.cosmosblog.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.testsupport.OracleFinding.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is wrong with a blog once writes have stopped and the change feed has drained.
 *
 * <p>It computes each count, copy, name, list and entry from the stored posts, comments, likes and
 * users. It reads them as plain JSON and uses no code of the library, so that it also finds what
 * the library and its verifier get wrong in the same way. {@code docs/data-model.md} describes the
 * items, {@code docs/correctness.md} the invariants.
 */
public final class BlogOracle {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int SUMMARY_LENGTH = 100;
  private static final int MAX_EXCERPT_LENGTH = 500;
  // Marks, a joiner, skin tones, and the second half of a surrogate pair.
  private static final Pattern WITHIN_CHARACTER =
      Pattern.compile("[\\p{M}\\x{200D}\\x{1F3FB}-\\x{1F3FF}\\x{DC00}-\\x{DFFF}]");
  private static final Pattern FLAG_HALF = Pattern.compile("[\\x{1F1E6}-\\x{1F1FF}]");
  private static final Pattern FLAG_HALVES = Pattern.compile("([\\x{1F1E6}-\\x{1F1FF}]+)$");
  private static final Pattern SLUG =
      Pattern.compile("[-_]*[\\p{L}\\p{M}\\p{Nd}][\\p{L}\\p{M}\\p{Nd}_-]*");
  private static final int MAX_SLUG_LENGTH = 200;
  private static final int MAX_TAG_LENGTH = 50;
  private static final int MAX_TAGS = 10;
  private static final int MAX_TITLE_LENGTH = 1_000;
  private static final int MAX_PROPERTIES_BYTES = 1_024;
  private static final int MAX_ID_BYTES = 1_023;
  private static final int RESERVATION_BYTES = 24;
  private static final int MONTH_LENGTH = "2026-11".length();
  private static final int DAY_LENGTH = "2026-11-01".length();
  private static final Set<String> AUTHORED = Set.of("post", "comment", "hiddenComment", "like");
  private static final Set<String> COPIES = Set.of("post", "unpublishedPost");

  /** The invariants that a copy's properties show, if it isn't I3. */
  private static final Map<String, String> INVARIANTS =
      Map.of("type", "I12", "status", "I12", "publishAt", "I12", "properties", "I11");

  private static final Set<String> STATUSES = Set.of("published", "draft", "scheduled", "hidden");

  /** The values that a missing property stands for. */
  private static final Set<JsonNode> DEFAULTS =
      Set.of(JSON.textNode(""), JSON.numberNode(0L), JSON.objectNode(), JSON.arrayNode());

  private static final DateTimeFormatter STORED_DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Comparator<JsonNode> NEWEST_FIRST =
      Comparator.comparing((JsonNode post) -> text(post, "creationDate"))
          .thenComparing(post -> text(post, "id"))
          .reversed();

  private static final Comparator<JsonNode> EQUAL_NUMBERS =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  private final Collection<? extends JsonNode> inUsers;
  private final Collection<? extends JsonNode> inPosts;
  private final Collection<? extends JsonNode> inFeed;
  private @Nullable Collection<? extends JsonNode> inListings;
  private Collection<? extends JsonNode> inLeases = List.of();
  private int frontPageSize = 100;
  private Set<String> summaryProperties = Set.of();
  private Instant due = Instant.EPOCH;

  private final Map<String, JsonNode> users = new HashMap<>();
  private final Map<String, JsonNode> reservations = new HashMap<>();
  private final Map<Key, JsonNode> copies = new HashMap<>();

  /** The posts and their tombstones, by id. */
  private final Map<String, JsonNode> posts = new HashMap<>();

  /** The expected summaries of all posts that are well-formed and not deleted, by id. */
  private final Map<String, ObjectNode> summaries = new LinkedHashMap<>();

  private final Set<JsonNode> malformed = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<OracleFinding> findings = new ArrayList<>();

  private record Key(String partition, String id) {}

  private BlogOracle(
      Collection<? extends JsonNode> users,
      Collection<? extends JsonNode> posts,
      Collection<? extends JsonNode> feed) {
    this.inUsers = users;
    this.inPosts = posts;
    this.inFeed = feed;
  }

  /** Begins with all items of the three containers, except those that the caller tolerates. */
  public static BlogOracle of(
      Collection<? extends JsonNode> users,
      Collection<? extends JsonNode> posts,
      Collection<? extends JsonNode> feed) {
    return new BlogOracle(users, posts, feed);
  }

  /** Sets the items of the container of listings. Default: the blog has no listings. */
  public BlogOracle listings(Collection<? extends JsonNode> listings) {
    this.inListings = listings;
    return this;
  }

  /** Sets the items of the container of leases, for dead letters. Default: none. */
  public BlogOracle leases(Collection<? extends JsonNode> leases) {
    this.inLeases = leases;
    return this;
  }

  /** Sets how many posts the front page has. Default: 100. */
  public BlogOracle frontPageSize(int size) {
    this.frontPageSize = size;
    return this;
  }

  /** Sets the custom properties that summaries carry. Default: none. */
  public BlogOracle summaryProperties(Set<String> names) {
    this.summaryProperties = Set.copyOf(names);
    return this;
  }

  /** Sets the time before which no post may still be scheduled. Default: 1970. */
  public BlogOracle due(Instant due) {
    this.due = due;
    return this;
  }

  /** Returns what is wrong, each item's errors in the order of the given items. Call it once. */
  public List<OracleFinding> findings() {
    readUsers();
    Map<String, List<JsonNode>> partitions = readPosts();
    inUsers.forEach(this::checkInUsers);
    partitions.values().forEach(this::checkPartition);
    summaries.values().forEach(this::checkSummary);
    checkFrontPage();
    if (inListings != null) {
      checkListings(inListings);
    }
    checkDeadLetters();
    return List.copyOf(findings);
  }

  /**
   * Checks the counts of a post and that no user likes it twice, which holds at every moment.
   *
   * @param partition all items of the post's partition at one moment
   */
  public static List<OracleFinding> reactions(List<? extends JsonNode> partition) {
    BlogOracle oracle = of(List.of(), List.of(), List.of());
    for (JsonNode item : partition) {
      if (isLive(item) && text(item, "id").equals(text(item, "postId"))) {
        oracle.checkCounts(item, partition);
        oracle.checkLikes(partition);
      }
    }
    return oracle.findings;
  }

  /** Returns the form of a username in which it is unique, for names without invisible letters. */
  public static String canonical(String username) {
    String lower = Normalizer.normalize(username, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    String folded = lower.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    return Normalizer.normalize(folded, Normalizer.Form.NFKC).strip().replaceAll("\\s+", " ");
  }

  private void readUsers() {
    for (JsonNode item : inUsers) {
      String id = text(item, "id");
      switch (text(item, "type")) {
        case "user", "erasedUser" -> users.put(id, item);
        case "post", "unpublishedPost" -> copies.put(new Key(text(item, "userId"), id), item);
        default -> {
          // A reservation counts by its id. The rest are tombstones, and items of other programs.
          if (id.startsWith("username~") || id.startsWith("slug~")) {
            reservations.put(id, item);
          }
        }
      }
    }
  }

  private Map<String, List<JsonNode>> readPosts() {
    Map<String, List<JsonNode>> partitions = new LinkedHashMap<>();
    for (JsonNode item : inPosts) {
      String partition = text(item, "postId");
      partitions.computeIfAbsent(partition, any -> new ArrayList<>()).add(item);
      boolean isPost = isType(item, "post") && text(item, "id").equals(partition);
      if (isPost) {
        posts.put(partition, item);
      }
      Optional<String> problem = isDeleted(item) ? Optional.empty() : problemOf(item);
      if (problem.isPresent()) {
        malformed.add(item);
        add(Kind.UNREADABLE_ITEM, "posts", item, "is malformed: " + problem.get());
      } else if (isPost && !isDeleted(item)) {
        summaries.put(partition, summaryOf(item));
      }
    }
    return partitions;
  }

  private static Optional<String> problemOf(JsonNode item) {
    String type = text(item, "type");
    if (!AUTHORED.contains(type)) {
      return Optional.empty();
    }
    if (!isId(item.path("postId")) || !isId(item.path("userId"))) {
      return Optional.of(
          "postId is %s, userId is %s".formatted(item.path("postId"), item.path("userId")));
    }
    Stream<String> wrong =
        Stream.of(
                wrong(item, JsonNode::isTextual, "userUsername", "title", "content", "updatedAt"),
                wrong(item, JsonNode::isIntegralNumber, "userVersion", "version", "editVersion"),
                wrong(item, BlogOracle::isDate, "creationDate"))
            .flatMap(found -> found);
    return (type.equals("post") ? Stream.concat(wrong, wrongInPost(item)) : wrong).findFirst();
  }

  private static Stream<String> wrongInPost(JsonNode post) {
    return Stream.of(
            wrong(post, JsonNode::isIntegralNumber, "commentCount", "likeCount"),
            wrong(post, JsonNode::isBoolean, "deleted"),
            wrong(post, JsonNode::isObject, "properties"),
            wrong(post, id -> id.equals(post.path("postId")), "id"),
            wrong(post, JsonNode::isTextual, "status", "publishAt", "excerpt", "slug"),
            wrong(post, BlogOracle::isListOfTexts, "formerSlugs"),
            wrong(post, status -> STATUSES.contains(status.asText()), "status"),
            wrong(post, name -> name.asText().length() <= MAX_TITLE_LENGTH, "userUsername"))
        .flatMap(found -> found);
  }

  private static Stream<String> wrong(
      JsonNode item, Predicate<JsonNode> isRight, String... properties) {
    return Arrays.stream(properties)
        .filter(name -> item.hasNonNull(name) && !isRight.test(item.path(name)))
        .map(name -> name + " is " + item.path(name));
  }

  private static boolean isListOfTexts(JsonNode list) {
    return list.isArray()
        && IntStream.range(0, list.size()).allMatch(i -> list.path(i).isTextual());
  }

  private static boolean isSlug(String text) {
    return text.length() <= MAX_SLUG_LENGTH
        && SLUG.matcher(text).matches()
        && text.equals(text.toLowerCase(Locale.ROOT))
        && Normalizer.isNormalized(text, Normalizer.Form.NFKC);
  }

  /** Returns the first valid tags of a post. */
  private static List<String> tagsOf(JsonNode post) {
    return StreamSupport.stream(post.path("tags").spliterator(), false)
        .filter(tag -> post.path("tags").isArray())
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .filter(tag -> tag.length() <= MAX_TAG_LENGTH && isSlug(tag))
        .distinct()
        .limit(MAX_TAGS)
        .toList();
  }

  private static String slugOf(JsonNode post) {
    return isSlug(text(post, "slug")) ? text(post, "slug") : "";
  }

  /** Returns the valid ones of the slugs that a post has or had. */
  private static Set<String> slugsOf(JsonNode post) {
    Set<String> slugs = new LinkedHashSet<>();
    slugs.add(text(post, "slug"));
    post.path("formerSlugs").forEach(slug -> slugs.add(slug.asText()));
    slugs.removeIf(slug -> !isSlug(slug));
    return slugs;
  }

  private static boolean isId(JsonNode id) {
    return id.isTextual()
        && !id.asText().isEmpty()
        && id.asText().chars().noneMatch(c -> "/\\?#".indexOf(c) >= 0)
        && id.asText().getBytes(StandardCharsets.UTF_8).length <= MAX_ID_BYTES;
  }

  private static boolean isDate(JsonNode date) {
    try {
      return date.isTextual() && storedDate(date.asText()) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Returns a date in the form in which dates sort by time. */
  private static String storedDate(String date) {
    if (date.isEmpty()) {
      return STORED_DATE.format(Instant.EPOCH);
    }
    TemporalAccessor read =
        DateTimeFormatter.ISO_DATE_TIME.parseBest(date, OffsetDateTime::from, LocalDateTime::from);
    return STORED_DATE.format(
        read instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : Instant.from(read));
  }

  /** Computes the summary of a post as its author's partition must have it. */
  private ObjectNode summaryOf(JsonNode post) {
    String stored = text(post, "status");
    String status = stored.equals("published") ? "" : stored;
    ObjectNode summary =
        JSON.objectNode()
            .put("id", text(post, "id"))
            .put("type", status.isEmpty() ? "post" : "unpublishedPost")
            .put("postId", text(post, "postId"))
            .put("userId", text(post, "userId"))
            .put("userUsername", text(post, "userUsername"))
            .put("userVersion", number(post, "userVersion"))
            .put("title", cut(text(post, "title"), MAX_TITLE_LENGTH))
            .put("content", contentOf(post))
            .put("slug", slugOf(post))
            .put("commentCount", number(post, "commentCount"))
            .put("likeCount", number(post, "likeCount"))
            .put("creationDate", storedDate(text(post, "creationDate")))
            .put("version", number(post, "version"))
            .put("status", status);
    boolean hasTime = !text(post, "publishAt").isEmpty() && isDate(post.path("publishAt"));
    if (status.equals("scheduled") && hasTime) {
      summary.put("publishAt", storedDate(text(post, "publishAt")));
    }
    tagsOf(post).forEach(summary.putArray("tags")::add);
    ObjectNode properties = JSON.objectNode();
    for (String name : summaryProperties) {
      if (post.path("properties").hasNonNull(name)) {
        properties.set(name, post.path("properties").path(name));
      }
    }
    boolean fits =
        properties.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PROPERTIES_BYTES;
    summary.set("properties", fits ? properties : JSON.objectNode());
    return summary;
  }

  /** Returns the excerpt, or the words of the content that fit. */
  private static String contentOf(JsonNode post) {
    String excerpt = text(post, "excerpt");
    String content = text(post, "content");
    if (!excerpt.isEmpty()) {
      return cut(excerpt, MAX_EXCERPT_LENGTH);
    }
    if (content.length() <= SUMMARY_LENGTH) {
      return content;
    }
    return IntStream.rangeClosed(SUMMARY_LENGTH / 2, SUMMARY_LENGTH)
        .filter(end -> Character.isWhitespace(content.charAt(end)))
        .max()
        .stream()
        .mapToObj(end -> content.substring(0, end).stripTrailing())
        .findFirst()
        .orElseGet(() -> cut(content, SUMMARY_LENGTH));
  }

  /**
   * Cuts a text between two characters as readers see them, if its second half has such a place.
   */
  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    for (int end = length; end > length / 2; end--) {
      String before = text.substring(0, end);
      boolean joins = WITHIN_CHARACTER.matcher(text.substring(end)).lookingAt();
      boolean splitsFlag =
          FLAG_HALF.matcher(text.substring(end)).lookingAt()
              && FLAG_HALVES.matcher(before).results().anyMatch(r -> isOdd(r.group(1)));
      if (!joins && !before.endsWith("\u200D") && !splitsFlag) {
        return before;
      }
    }
    return text.substring(0, Character.isLowSurrogate(text.charAt(length)) ? length - 1 : length);
  }

  private static boolean isOdd(String flagHalves) {
    return flagHalves.codePointCount(0, flagHalves.length()) % 2 == 1;
  }

  private void checkInUsers(JsonNode item) {
    switch (text(item, "type")) {
      case "user", "erasedUser" -> {
        if (!isReadable(item)) {
          String detail = "is malformed: version is " + item.path("version");
          add(Kind.UNREADABLE_ITEM, "users", item, detail);
        } else if (isType(item, "user")) {
          checkName(item);
        } else if (item.hasNonNull("formerUsername")) {
          String detail = "still has the name from before the erasure";
          add(Kind.UNFINISHED_ERASURE, "users", item, detail);
        }
      }
      case "username" -> checkReservation(item);
      case "slug" -> checkSlugReservation(item);
      case "post", "unpublishedPost" -> {
        JsonNode post = posts.get(text(item, "id"));
        if (post == null || isDeleted(post)) {
          String detail = "is the summary of a post that doesn't exist";
          add(Kind.SURPLUS_SUMMARY, "users", item, detail);
        } else if (!post.path("userId").equals(item.path("userId"))) {
          String detail = "is the summary of a post of user " + post.path("userId");
          add(Kind.SURPLUS_SUMMARY, "users", item, detail);
        }
      }
      default -> {
        // Nothing is derived from other items.
      }
    }
  }

  private static boolean isReadable(JsonNode user) {
    return wrong(user, JsonNode::isIntegralNumber, "version", "editVersion").findFirst().isEmpty()
        && wrong(user, JsonNode::isTextual, "username", "updatedAt").findFirst().isEmpty();
  }

  private void checkName(JsonNode user) {
    if (text(user, "username").isBlank()) {
      return;
    }
    JsonNode reservation = reservations.get(reservationId(text(user, "username")));
    if (reservation == null) {
      add(
          Kind.UNRESERVED_NAME,
          "users",
          user,
          "has the name " + user.path("username") + ", which isn't reserved");
      return;
    }
    String owner = text(reservation, "ownerId");
    if (!owner.equals(text(user, "id")) && isKnown(owner)) {
      String detail =
          "has the name %s, which is reserved for user '%s'"
              .formatted(user.path("username"), owner);
      Kind kind = uses(owner, reservation) ? Kind.TAKEN_NAME : Kind.UNRESERVED_NAME;
      add(kind, "users", user, detail);
    }
  }

  private void checkReservation(JsonNode reservation) {
    String owner = text(reservation, "ownerId");
    if (isKnown(owner) && !uses(owner, reservation)) {
      String detail = "reserves %s for user '%s', who doesn't have that name";
      add(
          Kind.UNUSED_RESERVATION,
          "users",
          reservation,
          detail.formatted(reservation.path("username"), owner));
    }
  }

  private void checkSlugReservation(JsonNode reservation) {
    if (!hasSlug(text(reservation, "ownerId"), reservation)) {
      String detail = "reserves %s for post %s, which doesn't have that slug";
      add(
          Kind.UNUSED_RESERVATION,
          "users",
          reservation,
          detail.formatted(reservation.path("slug"), reservation.path("ownerId")));
    }
  }

  /** Checks that the slugs that a post has or had are reserved for it. */
  private void checkSlugs(JsonNode post) {
    for (String slug : slugsOf(post)) {
      JsonNode reservation = reservations.get("slug~" + slug);
      String owner = reservation == null ? "" : text(reservation, "ownerId");
      if (!owner.equals(text(post, "id"))) {
        String detail = "has the slug '%s', which is reserved for the post '%s'";
        boolean isTaken = reservation != null && hasSlug(owner, reservation);
        add(
            isTaken ? Kind.TAKEN_SLUG : Kind.UNRESERVED_SLUG,
            "posts",
            post,
            detail.formatted(slug, owner));
      }
    }
  }

  private boolean hasSlug(String postId, JsonNode reservation) {
    JsonNode post = posts.get(postId);
    return post != null
        && isLive(post)
        && slugsOf(post).stream().anyMatch(slug -> text(reservation, "id").equals("slug~" + slug));
  }

  /** Returns false for a malformed user, whose name is unknown. */
  private boolean isKnown(String userId) {
    JsonNode user = users.get(userId);
    return user == null || isReadable(user);
  }

  private boolean uses(String userId, JsonNode reservation) {
    JsonNode user = users.get(userId);
    return user != null
        && isType(user, "user")
        && reservationId(text(user, "username")).equals(text(reservation, "id"));
  }

  /** Returns the id of a username's reservation. */
  static String reservationId(String username) {
    byte[] name = canonical(username).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(name);
      return "username~"
          + Base64.getUrlEncoder().encodeToString(Arrays.copyOf(hash, RESERVATION_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  private void checkPartition(List<JsonNode> partition) {
    JsonNode post = posts.get(text(partition.get(0), "postId"));
    for (JsonNode item : partition) {
      if (malformed.contains(item) || isDeleted(item) || !AUTHORED.contains(text(item, "type"))) {
        continue;
      }
      if (post == null) {
        add(Kind.ORPHAN, "posts", item, "is of a post that doesn't exist");
      } else if (isDeleted(post)) {
        add(Kind.LEFTOVER, "posts", item, "is of a deleted post");
      } else {
        checkAuthor(item);
      }
    }
    if (post != null && !isDeleted(post)) {
      checkLikes(partition);
      if (!malformed.contains(post)) {
        checkCounts(post, partition);
        checkSchedule(post);
        checkSlugs(post);
      }
    }
  }

  /** An erased user has the last name, whatever another program wrote as its version. */
  private static long versionOfName(JsonNode user) {
    return text(user, "type").equals("erasedUser") ? 1L << 52 : number(user, "version");
  }

  /** An erased user's name is replaced, whatever another program wrote over the replacement. */
  private static String nameOf(JsonNode user) {
    return text(user, "type").equals("erasedUser") && !user.path("username").isTextual()
        ? "[deleted]"
        : text(user, "username");
  }

  private void checkAuthor(JsonNode item) {
    JsonNode user = users.get(text(item, "userId"));
    if (user == null) {
      add(Kind.MISSING_AUTHOR, "posts", item, "is of a user who doesn't exist");
    } else if (text(user, "erasure").equals("REMOVE")) {
      add(Kind.LEFTOVER, "posts", item, "is of an erased user");
    } else if (isReadable(user)
        && (!nameOf(user).equals(text(item, "userUsername"))
            || versionOfName(user) != number(item, "userVersion"))) {
      String detail =
          "has the name %s in version %d, but its user '%s' has %s in version %d"
              .formatted(
                  item.path("userUsername"),
                  number(item, "userVersion"),
                  text(user, "id"),
                  user.path("username"),
                  versionOfName(user));
      add(Kind.STALE_NAME, "posts", item, detail);
    }
  }

  private void checkCounts(JsonNode post, List<? extends JsonNode> partition) {
    long comments = 0;
    long likes = 0;
    for (JsonNode item : partition) {
      comments += isType(item, "comment") ? 1 : 0;
      likes += isType(item, "like") ? 1 : 0;
    }
    if (number(post, "commentCount") != comments || number(post, "likeCount") != likes) {
      String detail =
          "counts %d comments and %d likes, but has %d and %d"
              .formatted(number(post, "commentCount"), number(post, "likeCount"), comments, likes);
      add(Kind.WRONG_COUNT, "posts", post, detail);
    }
  }

  /** A like whose id isn't derived from its user doesn't keep the user from liking again. */
  private void checkLikes(List<? extends JsonNode> partition) {
    for (JsonNode like : partition) {
      String user = text(like, "userId");
      String id = text(like, "id");
      if (!isType(like, "like") || id.equals(likeId(user)) || malformed.contains(like)) {
        continue;
      }
      boolean isAnother =
          partition.stream()
              .filter(other -> isType(other, "like") && text(other, "userId").equals(user))
              .map(other -> text(other, "id"))
              .anyMatch(other -> other.equals(likeId(user)) || other.compareTo(id) < 0);
      if (isAnother) {
        add(Kind.DUPLICATE_LIKE, "posts", like, "is another like of user '" + user + "'");
      } else {
        String detail = "should have the id '" + likeId(user) + "'";
        add(Kind.UNGUARDED_LIKE, "posts", like, detail);
      }
    }
  }

  private static String likeId(String user) {
    return "like~" + user;
  }

  private void checkSchedule(JsonNode post) {
    ObjectNode summary = summaries.get(text(post, "id"));
    if (summary != null
        && summary.has("publishAt")
        && text(summary, "publishAt").compareTo(STORED_DATE.format(due)) < 0) {
      String detail = "is still scheduled for " + summary.path("publishAt");
      add(Kind.OVERDUE_POST, "posts", post, detail);
    }
  }

  /** A post whose id is its author's has no copy, because the author has its place. */
  private static boolean hasCopies(JsonNode post) {
    return !post.path("id").equals(post.path("userId"));
  }

  private void checkSummary(ObjectNode expected) {
    JsonNode copy = copies.get(new Key(text(expected, "userId"), text(expected, "id")));
    if (copy != null) {
      checkCopy(Kind.STALE_SUMMARY, "users", text(expected, "userId"), copy, expected);
    } else if (hasCopies(expected)) {
      add(
          Kind.MISSING_SUMMARY,
          "users",
          text(expected, "userId"),
          text(expected, "id"),
          "is missing");
    }
  }

  private void checkCopy(
      Kind kind, String container, String partition, JsonNode copy, ObjectNode expected) {
    for (Map.Entry<String, JsonNode> property : expected.properties()) {
      String name = property.getKey();
      // Another program may have written the status of a published post.
      JsonNode found =
          name.equals("status") && text(copy, name).equals("published")
              ? MissingNode.getInstance()
              : copy.path(name);
      if (!isSame(found, property.getValue())) {
        String detail = "is stale: %s is %s instead of %s";
        findings.add(
            new OracleFinding(
                kind,
                INVARIANTS.getOrDefault(name, "I3"),
                container,
                partition,
                text(expected, "id"),
                detail.formatted(name, found, property.getValue())));
      }
    }
  }

  private static boolean isSame(JsonNode found, JsonNode expected) {
    boolean isDefault = found.isMissingNode() || found.isNull();
    return isDefault ? DEFAULTS.contains(expected) : found.equals(EQUAL_NUMBERS, expected);
  }

  private void checkFrontPage() {
    List<ObjectNode> newest =
        summaries.values().stream()
            .filter(post -> isType(post, "post"))
            .sorted(NEWEST_FIRST)
            .limit(frontPageSize)
            .toList();
    JsonNode page =
        inFeed.stream()
            .<JsonNode>map(item -> item)
            .filter(item -> text(item, "id").equals("newest"))
            .findFirst()
            .orElse(MissingNode.getInstance());
    List<String> expected = newest.stream().map(post -> text(post, "id")).toList();
    List<String> found = new ArrayList<>();
    for (JsonNode entry : page.path("posts")) {
      String id = text(entry, "id");
      int place = expected.indexOf(id);
      if (place < 0 || found.contains(id)) {
        addFrontPage(id, "is on the front page, but not among the newest posts");
      } else {
        checkCopy(Kind.WRONG_FRONT_PAGE, "feed", "feed", entry, newest.get(place));
      }
      found.add(id);
    }
    for (String id : expected) {
      if (!found.contains(id)) {
        addFrontPage(id, "is among the newest posts, but not on the front page");
      }
    }
    if (!found.equals(expected) && found.size() == expected.size() && found.containsAll(expected)) {
      addFrontPage("newest", "isn't in the order of the posts' dates");
    }
    if (page.path("incomplete").asBoolean()) {
      addFrontPage("newest", "is still marked as incomplete");
    }
  }

  private void addFrontPage(String id, String detail) {
    add(Kind.WRONG_FRONT_PAGE, "feed", "feed", id, detail);
  }

  private void checkListings(Collection<? extends JsonNode> items) {
    Map<Key, JsonNode> byKey = new LinkedHashMap<>();
    Map<Key, JsonNode> entries = new LinkedHashMap<>();
    Map<String, JsonNode> tagged = new LinkedHashMap<>();
    for (JsonNode item : items) {
      Key key = new Key(text(item, "bucket"), text(item, "id"));
      byKey.put(key, item);
      if (COPIES.contains(text(item, "type"))) {
        entries.put(key, item);
      } else if (isType(item, "taggedPost")) {
        tagged.put(text(item, "postId"), item);
      }
    }
    Map<String, Long> posts = new HashMap<>();
    for (ObjectNode post : summaries.values()) {
      boolean wasPublished = Set.of("", "hidden").contains(text(post, "status"));
      if (!wasPublished || !hasCopies(post)) {
        continue;
      }
      checkEntry(post, byKey.get(new Key("buckets", "buckets")), "", entries);
      checkTags(post, tagged.remove(text(post, "id")));
      for (JsonNode tag : post.path("tags")) {
        JsonNode list = byKey.get(new Key("tags", "tag~" + tag.asText()));
        checkEntry(post, list, "tag~" + tag.asText(), entries);
        posts.merge(tag.asText(), isType(post, "post") ? 1L : 0L, Long::sum);
      }
    }
    checkQueue(byKey);
    for (JsonNode entry : entries.values()) {
      String detail = "is an entry that no post has there";
      add(Kind.SURPLUS_ENTRY, "listings", entry, detail);
    }
    for (JsonNode item : tagged.values()) {
      String detail = "has the tags of a post that doesn't exist or was never published";
      add(Kind.SURPLUS_ENTRY, "listings", "tags", text(item, "postId"), detail);
    }
    for (JsonNode tag : byKey.values()) {
      long expected = posts.getOrDefault(text(tag, "id").replaceFirst("tag~", ""), 0L);
      if (isType(tag, "tag") && number(tag, "posts") != expected) {
        String detail = "counts %s posts, but has %d".formatted(tag.path("posts"), expected);
        add(Kind.WRONG_TAG, "listings", tag, detail);
      }
    }
  }

  private void checkQueue(Map<Key, JsonNode> byKey) {
    for (JsonNode comment : inPosts) {
      if (isType(comment, "hiddenComment")
          && comment.path("pending").isBoolean()
          && comment.path("pending").booleanValue()
          && !malformed.contains(comment)) {
        checkPending(comment, byKey);
      }
    }
    for (JsonNode entry : byKey.values()) {
      if (isType(entry, "pendingComment")) {
        String detail = "is of no pending comment";
        add(
            Kind.SURPLUS_ENTRY,
            "listings",
            text(entry, "postId"),
            text(entry, "commentId"),
            detail);
      }
    }
  }

  /** Checks a pending comment's entry, and takes it out of the map. */
  private void checkPending(JsonNode comment, Map<Key, JsonNode> items) {
    Optional<Key> key =
        items.entrySet().stream()
            .filter(item -> isType(item.getValue(), "pendingComment"))
            .filter(item -> text(item.getValue(), "postId").equals(text(comment, "postId")))
            .filter(item -> text(item.getValue(), "commentId").equals(text(comment, "id")))
            .map(Map.Entry::getKey)
            .findFirst();
    if (key.isEmpty()) {
      add(
          Kind.MISSING_ENTRY,
          "listings",
          text(comment, "postId"),
          text(comment, "id"),
          "is missing");
      return;
    }
    ObjectNode expected = JSON.objectNode().put("id", text(comment, "id"));
    for (String name : List.of("userId", "userUsername", "content")) {
      expected.put(name, text(comment, name));
    }
    for (String name : List.of("userVersion", "editVersion")) {
      expected.put(name, number(comment, name));
    }
    ObjectNode entry = ((ObjectNode) Objects.requireNonNull(items.remove(key.get()))).deepCopy();
    entry.put("id", text(comment, "id"));
    checkCopy(Kind.STALE_ENTRY, "listings", text(comment, "postId"), entry, expected);
  }

  private void checkTags(ObjectNode post, @Nullable JsonNode found) {
    boolean has = found != null && !found.path("tags").isEmpty();
    if (has || !post.path("tags").isEmpty()) {
      JsonNode tags = found == null ? MissingNode.getInstance() : found.path("tags");
      boolean listed = found != null && found.path("listed").asBoolean();
      if (!tags.equals(post.path("tags")) || listed != isType(post, "post")) {
        String detail = "has the tags %s, which are listed: %s".formatted(tags, listed);
        add(Kind.STALE_ENTRY, "listings", "tags", text(post, "id"), detail);
      }
    }
  }

  /** Checks an entry in the archive, whose prefix is empty, or in the list of a tag. */
  private void checkEntry(
      ObjectNode post, @Nullable JsonNode list, String prefix, Map<Key, JsonNode> entries) {
    TreeSet<String> firstDays = new TreeSet<>();
    if (list != null) {
      list.path("firstDays").forEach(day -> firstDays.add(day.asText()));
    }
    String date = text(post, "creationDate");
    String month = date.substring(0, MONTH_LENGTH);
    String firstDay = firstDays.floor(date.substring(0, DAY_LENGTH));
    String id = text(post, "id");
    String bucket = firstDay;
    if (!prefix.isEmpty()) {
      boolean first = firstDay == null || firstDay.startsWith("0000");
      boolean isUnknown = (list == null || !isType(list, "tag")) && isType(post, "post");
      bucket = isUnknown ? null : first ? prefix : prefix + "~" + firstDay;
    } else if (firstDay == null || !firstDay.startsWith(month)) {
      bucket = null;
    }
    if (bucket == null) {
      String where = prefix.isEmpty() ? month : prefix;
      add(Kind.MISSING_ENTRY, "listings", where, id, "has a month or tag that no list has");
      return;
    }
    JsonNode entry = entries.remove(new Key(bucket, id));
    if (entry == null) {
      add(Kind.MISSING_ENTRY, "listings", bucket, id, "is missing");
    } else {
      // Comments, likes and edits of the content don't change an entry, and neither its version.
      ObjectNode expected = post.deepCopy();
      expected.remove(
          List.of("postId", "content", "commentCount", "likeCount", "version", "status"));
      checkCopy(Kind.STALE_ENTRY, "listings", bucket, entry, expected);
    }
  }

  private void checkDeadLetters() {
    Set<Key> expected = new HashSet<>();
    Stream.concat(malformed.stream(), summaries.values().stream().filter(post -> !hasCopies(post)))
        .forEach(item -> expected.add(new Key(text(item, "postId"), text(item, "id"))));
    for (JsonNode letter : inLeases) {
      Key key = new Key(text(letter, "partition"), text(letter, "itemId"));
      if (isType(letter, "deadLetter") && !expected.contains(key)) {
        String container = text(letter, "feed").toLowerCase(Locale.ROOT);
        String detail = "was dead-lettered, but isn't malformed: " + text(letter, "reason");
        add(Kind.DEAD_LETTER, container, key.partition, key.id, detail);
      }
    }
  }

  private void add(Kind kind, String container, JsonNode item, String detail) {
    String key =
        container.equals("users") ? "userId" : container.equals("posts") ? "postId" : "bucket";
    add(kind, container, text(item, key), text(item, "id"), detail);
  }

  private void add(Kind kind, String container, String partition, String id, String detail) {
    findings.add(new OracleFinding(kind, kind.invariant, container, partition, id, detail));
  }

  private static boolean isLive(JsonNode item) {
    return isType(item, "post") && !isDeleted(item);
  }

  private static boolean isDeleted(JsonNode item) {
    return item.path("deleted").booleanValue();
  }

  private static boolean isType(JsonNode item, String type) {
    return text(item, "type").equals(type);
  }

  private static String text(JsonNode item, String property) {
    String text = item.path(property).textValue();
    return text == null ? "" : text;
  }

  private static long number(JsonNode item, String property) {
    return item.path(property).asLong();
  }
}
