package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.simulation.Scheduler.Actor;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.spi.ItemWrite;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Writes malformed items of other programs beside the blog's items. */
final class StrangerItems {
  /** Begins the ids of all foreign items. */
  static final String PREFIX = "x";

  /** The id of a post of another program, which is that of its author. */
  static final String POST_OF_USER = "u0";

  private static final int KINDS = 18;

  /** The id of an item with a time to live. */
  static final String EXPIRING = PREFIX + KINDS;

  /** A post of another program whose id is its author's. */
  private static final int POST_WITH_AUTHORS_ID = 16;

  /** A document among the library's documents in the leases container. */
  private static final int LEASE_DOCUMENT = 17;

  /** Posts with a version or date that a name change or a repair makes readable. */
  private static final Set<String> MENDED = Set.of(PREFIX + 4, PREFIX + 6);

  private StrangerItems() {}

  /** Returns whether an item is another program's, and can't be read. */
  static boolean isForeign(JsonNode item) {
    String id = item.path("id").asText();
    boolean isMended =
        MENDED.contains(id)
            && !item.path("version").isTextual()
            && !item.path("creationDate").asText().equals("yesterday");
    return id.startsWith(PREFIX) && !isMended;
  }

  /** Writes an item that expires soon, if its container has a time to live. */
  static void writeExpiring(SimulatedService service, BlogContainer container) {
    ObjectNode item =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", EXPIRING)
            .put(container.partitionKey(), EXPIRING)
            .put("type", "session")
            .put("ttl", 20);
    service.partition(container, EXPIRING).commit(EXPIRING, List.of(new ItemWrite.Create(item)));
  }

  static void write(Simulation simulation, Actor actor) {
    Choices choices = simulation.choices();
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      simulation.scheduler().sleep(Duration.ofSeconds(choices.below(20)));
      int kind = choices.below(KINDS);
      boolean withAuthorsId = kind == POST_WITH_AUTHORS_ID;
      String id =
          switch (kind) {
            case POST_WITH_AUTHORS_ID -> POST_OF_USER;
            case LEASE_DOCUMENT -> "rename~" + PREFIX + kind;
            default -> PREFIX + kind;
          };
      ObjectNode item = item(kind).put("id", id);
      BlogContainer container = container(kind);
      String property = container.partitionKey();
      // Point reads by a text never find the partition of a key of another type.
      String partition =
          item.path(property).isTextual()
              ? item.path(property).asText()
              : "\0" + item.path(property);
      simulation.scheduler().step();
      simulation.coverage().step("foreign item " + kind);
      simulation.faults().tell(() -> "  " + actor.name + " writes " + item + " to " + container);
      simulation
          .service()
          .partition(container, partition)
          .commit(
              partition,
              List.of(
                  withAuthorsId || MENDED.contains(id)
                      ? new ItemWrite.Create(item)
                      : new ItemWrite.Upsert(item)));
    }
  }

  private static BlogContainer container(int kind) {
    if (kind == LEASE_DOCUMENT) {
      return BlogContainer.LEASES;
    }
    return kind < 11 || kind == POST_WITH_AUTHORS_ID ? BlogContainer.POSTS : BlogContainer.USERS;
  }

  private static ObjectNode item(int kind) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    ObjectNode post =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", "post")
            .put("userId", "u0")
            .put("userUsername", "Ann")
            .put("title", "foreign")
            .put("content", "foreign")
            .put("creationDate", "2031-01-01T00:00:00.000Z");
    return switch (kind) {
      case 0 -> post.put("postId", 7);
      case 1 -> post;
      case 2 -> post.put("postId", "another");
      case 3 -> post.put("postId", "x3").remove(List.of("userId"));
      case 4 -> post.put("postId", "x4").put("version", "text");
      case 5 -> post.put("postId", "x5").put("deleted", "yes");
      case 6 -> post.put("postId", "x6").put("creationDate", "yesterday");
      case 7 -> item.put("postId", "x7").put("type", 5);
      case 8 -> item.put("postId", "p0").put("type", "page");
      case 9 -> item.put("postId", "x9").put("type", "comment").put("userId", 3);
      case 10 -> post.put("postId", "x10").put("userId", "nobody/else");
      case 11 -> item.put("userId", "x11").put("type", "user").put("username", 5);
      case 12 -> item.put("userId", 12).put("type", "user").put("username", "Bob");
      case 13 -> item.put("userId", "u0").put("type", "settings");
      case 14 -> item.put("userId", "x14");
      case POST_WITH_AUTHORS_ID ->
          post.put("postId", POST_OF_USER)
              .put("creationDate", "2026-01-01T00:00:00.000Z")
              .put("userVersion", 0)
              .put("commentCount", 0)
              .put("likeCount", 0)
              .put("version", 0);
      case LEASE_DOCUMENT -> item.put("due", 0);
      default -> item.put("userId", "x15").put("type", "erasedUser").put("version", "none");
    };
  }
}
