package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.simulation.Scheduler.Actor;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.SettingsItem;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Another program, which patches any property of the blog's items at any time. Patched items, and
 * those that depend on them, are checked only after a repair, except that deleted posts and erased
 * users leave nothing.
 */
final class OtherProgram {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<BlogContainer> CONTAINERS =
      List.of(
          BlogContainer.POSTS,
          BlogContainer.POSTS,
          BlogContainer.POSTS,
          BlogContainer.USERS,
          BlogContainer.USERS,
          BlogContainer.FEED,
          BlogContainer.LISTINGS,
          BlogContainer.LEASES);

  private static final List<JsonNode> VALUES =
      List.of(
          JSON.nullNode(),
          JSON.textNode("text"),
          JSON.textNode(""),
          JSON.numberNode(5),
          JSON.numberNode(-1),
          // A time in the year 2096.
          JSON.numberNode(4_000_000_000_000L),
          JSON.booleanNode(true),
          JSON.booleanNode(false),
          JSON.arrayNode().add("text"),
          JSON.objectNode().put("text", 1));

  private static final List<String> SETTINGS =
      List.of("frontPageSize", "deletedRetention", "maxReplicaLag", "uniqueUsernames");

  /** Properties that the library reads; the item may lack them. */
  private static final Set<String> KNOWN =
      Set.of(
          "commentsClosed",
          "deleted",
          "editVersion",
          "entries",
          "excerpt",
          "formerSlugs",
          "pending",
          "properties",
          "publishAt",
          "slug",
          "status",
          "tags",
          "ttl",
          "updatedAt",
          "userVersion",
          "version");

  private static final Set<String> IDENTITY = Set.of("/type", "/userId");

  private static final List<String> STATUSES = List.of("archived", "hidden", "draft", "published");

  private static final List<String> DATES =
      List.of("2026-01-01", "2026-01-01T00:00:00.000Z", "2020-02-02T00:00:00.000Z", "yesterday");

  private final Simulation simulation;

  /** The ids of the patched items, of their posts, and of their users. */
  private final Set<String> touched = new HashSet<>();

  /** The ids of items whose type or user was patched, so that they may be another program's. */
  private final Set<String> disowned = new HashSet<>();

  /** The ids of items that the service may have deleted by a patched lifetime. */
  private final Set<String> expiring = new HashSet<>();

  private boolean hasPatchedLeases;

  OtherProgram(Simulation simulation) {
    this.simulation = simulation;
  }

  /** Returns whether the item, its post or its user was patched. */
  boolean touched(JsonNode item) {
    return touched(item.path("id").asText())
        || touched(item.path("postId").asText())
        || touched(item.path("userId").asText());
  }

  boolean touched(String id) {
    return touched.contains(id);
  }

  boolean hasDisowned() {
    return !disowned.isEmpty();
  }

  boolean isDisowned(String id) {
    return disowned.contains(id);
  }

  boolean mayHaveExpired(String id) {
    return expiring.contains(id);
  }

  boolean hasPatched() {
    return !touched.isEmpty();
  }

  /** Returns whether a note of a host was patched, such as that of a scheduled post. */
  boolean hasPatchedLeases() {
    return hasPatchedLeases;
  }

  void run(Actor actor) {
    Choices choices = simulation.choices();
    int count = 1 + choices.below(4);
    for (int i = 0; i < count; i++) {
      simulation.scheduler().sleep(Duration.ofSeconds(choices.below(40)));
      patch(actor);
    }
  }

  /** Writes the items of Microsoft's article, in the form of its V3, for an upgrade. */
  void writeArticle() {
    String date = "2025-12-01T00:00:00.000Z";
    ObjectNode user = JSON.objectNode().put("id", "u0").put("username", "Ann");
    ObjectNode post =
        item("p0", "post", date).put("title", "article").put("content", "from an article");
    int likes = simulation.choices().below(3);
    post.put("commentCount", 1).put("likeCount", likes);
    write(BlogContainer.USERS, user.put("userId", "u0").put("type", "user"));
    write(BlogContainer.POSTS, post.deepCopy());
    write(BlogContainer.POSTS, item("comment-0", "comment", date).put("content", "first"));
    for (int i = 0; i < likes; i++) {
      // The second is a duplicate.
      write(BlogContainer.POSTS, item("like-" + i, "like", date));
    }
    write(BlogContainer.USERS, post.deepCopy());
    write(BlogContainer.FEED, post.deepCopy());
    simulation.coverage().step("items of the article");
  }

  private static ObjectNode item(String id, String type, String date) {
    return JSON.objectNode()
        .put("id", id)
        .put("type", type)
        .put("postId", "p0")
        .put("userId", "u0")
        .put("userUsername", "Ann")
        .put("creationDate", date);
  }

  private void write(BlogContainer container, ObjectNode item) {
    String partition = item.path(container.partitionKey()).asText();
    touched.add(item.path("id").asText());
    simulation
        .service()
        .partition(container, partition)
        .commit(partition, List.of(new ItemWrite.Create(item)));
  }

  /** Marks the front page as incomplete, which hosts and rebuilds correct. */
  void markFrontPage() {
    ItemKey page = new ItemKey("newest", "feed");
    if (simulation.service().item(BlogContainer.FEED, page) != null) {
      PatchOperations mark = PatchOperations.create().set("/incomplete", true);
      simulation
          .service()
          .partition(BlogContainer.FEED, page.partition())
          .commit(page.partition(), List.of(new ItemWrite.Patch(page.id(), mark, null, null)));
    }
  }

  private void patch(Actor actor) {
    Choices choices = simulation.choices();
    BlogContainer container = choices.of(CONTAINERS);
    List<ObjectNode> items =
        simulation.service().items(container).stream()
            .filter(item -> !item.path("id").asText().startsWith(StrangerItems.PREFIX))
            .toList();
    if (items.isEmpty()) {
      return;
    }
    ObjectNode item = choices.of(items);
    boolean isOfSettings = item.path("id").asText().equals(SettingsItem.ID);
    PatchOperations change = isOfSettings ? damage() : change(item, container);
    String partition = item.path(container.partitionKey()).asText();
    String id = item.path("id").asText();
    touched.add(id);
    String path = change.all().get(0).path();
    if (IDENTITY.contains(path)) {
      disowned.add(id);
    } else if (path.equals("/ttl")) {
      expiring.add(id);
    }
    if (container == BlogContainer.POSTS) {
      touched.add(partition);
    }
    if (container == BlogContainer.LEASES) {
      hasPatchedLeases = true;
      covered("note of type " + item.path("type").asText());
    }
    simulation.scheduler().step();
    simulation
        .faults()
        .tell(() -> "  %s patches %s of %s: %s".formatted(actor.name, id, container, change));
    simulation
        .service()
        .partition(container, partition)
        .commit(partition, List.of(new ItemWrite.Patch(id, change, null, null)));
  }

  /** Changes a setting so that no host can adopt it. */
  private PatchOperations damage() {
    covered("setting");
    Choices choices = simulation.choices();
    return PatchOperations.create()
        .set("/" + choices.of(SETTINGS), choices.of(List.of(JSON.nullNode(), JSON.arrayNode())));
  }

  private PatchOperations change(ObjectNode item, BlogContainer container) {
    Choices choices = simulation.choices();
    TreeSet<String> names = names(item);
    names.addAll(choices.chance(700) ? Set.of("status", "ttl") : KNOWN);
    names.removeIf(
        name -> name.startsWith("_") || name.equals("id") || name.equals(container.partitionKey()));
    String name = choices.of(List.copyOf(names));
    PatchOperations change = PatchOperations.create();
    if (item.has(name) && choices.chance(200)) {
      covered("removed property");
      return change.remove("/" + name);
    }
    JsonNode whole = item.path(name);
    if (whole.isContainerNode() && !whole.isEmpty() && choices.chance(700)) {
      JsonNode changed = whole.deepCopy();
      changeInside(changed);
      return change.set("/" + name, changed);
    }
    return change.set("/" + name, value(name));
  }

  /** Changes a part, such as the title of an entry of the front page. */
  private void changeInside(JsonNode whole) {
    Choices choices = simulation.choices();
    if (whole instanceof ArrayNode all) {
      int index = choices.below(all.size());
      if (all.get(index) instanceof ObjectNode entry && !entry.isEmpty()) {
        changeInside(entry);
      } else {
        all.set(index, value(""));
      }
    } else if (whole instanceof ObjectNode entry) {
      String name = choices.of(List.copyOf(names(entry)));
      if (choices.chance(200)) {
        entry.remove(name);
      } else {
        entry.set(name, value(name));
      }
    }
    covered("property of an entry");
  }

  private JsonNode value(String name) {
    Choices choices = simulation.choices();
    if (name.equals("status") && choices.chance(700)) {
      covered("status");
      return JSON.textNode(choices.of(STATUSES));
    }
    if (name.endsWith("Date") && choices.chance(700)) {
      covered("date");
      return JSON.textNode(choices.of(DATES));
    }
    if (name.equals("userVersion") && choices.chance(200)) {
      covered("version above all others");
      return JSON.numberNode((1 + choices.below(2)) * VersionedName.LAST_VERSION);
    }
    JsonNode value = choices.of(VALUES);
    covered(name.equals("ttl") ? "ttl" : value.getNodeType().name().toLowerCase(Locale.ROOT));
    return value;
  }

  private void covered(String kind) {
    simulation.coverage().step("patch of another program: " + kind);
  }

  /** Returns sorted names, because the order of properties may differ between two processes. */
  private static TreeSet<String> names(ObjectNode item) {
    TreeSet<String> names = new TreeSet<>();
    item.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
