package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.simulation.chaos.Check.Evidence;
import dev.cosmosblog.simulation.chaos.CommandLog.Journal;
import dev.cosmosblog.simulation.chaos.CommandMix.KnownPosts;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A blog that writers wrote without any fault, drained: its items can be damaged, read again, and
 * put back as they were.
 */
final class FinishedBlog implements AutoCloseable {
  static final int FRONT_PAGE_SIZE = 10;

  private static final int COMMANDS = 270;
  private static final int WRITERS = 3;

  private final Journal written = new Journal();
  private final Deque<Runnable> undo = new ArrayDeque<>();
  private final LocalCosmos account = LocalCosmos.builder().physicalPartitions(1).start();
  private final BlogDatabase blog;

  FinishedBlog() throws IOException {
    blog =
        Endpoint.of(account)
            .connect("blog", "test", BlogDatabase.builder().frontPageSize(FRONT_PAGE_SIZE));
    blog.provision();
    KnownPosts shelf = new KnownPosts();
    SplittableRandom random = new SplittableRandom(7);
    for (int writer = 0; writer < WRITERS; writer++) {
      CommandMix mix = new CommandMix(writer, shelf, random.split());
      CommandCall call = new CommandCall(BlogStore.on(blog));
      for (int count = 0; count < COMMANDS / WRITERS; count++) {
        Command command = mix.next();
        CommandCall.Ended ended = call.give(command);
        written.ended(writer, command, ended);
        mix.learn(command, ended.outcome());
      }
    }
    SteppedChangeFeed feed = BlogChangeFeed.builder(blog).buildStepped();
    feed.drain();
  }

  /** Returns the evidence of an undisturbed run. */
  CommandLog log() {
    CommandLog log = new CommandLog();
    written.log().all().forEach(log::add);
    return log;
  }

  Evidence evidence() {
    return evidence(Set.of(), Set.of());
  }

  Evidence evidence(Set<String> planted, Set<String> deadLetters) {
    Reading reading = Reading.of(blog.unwrap(CosmosDatabase.class), planted);
    return new Evidence(reading, log(), planted, deadLetters, FRONT_PAGE_SIZE);
  }

  /** ChaosFindings as {@code I1 drift id}. */
  List<String> findings() {
    return findings(log());
  }

  List<String> findings(CommandLog log) {
    Reading reading = Reading.of(blog.unwrap(CosmosDatabase.class), Set.of());
    return Check.all(new Evidence(reading, log, Set.of(), Set.of(), FRONT_PAGE_SIZE)).all().stream()
        .map(one -> one.invariant() + " " + one.harm().counted() + " " + one.itemId())
        .toList();
  }

  BlogDatabase blog() {
    return blog;
  }

  void set(String container, JsonNode item, String property, Object value) {
    container(container)
        .patchItem(
            item.path("id").asText(),
            key(container, item),
            CosmosPatchOperations.create().set("/" + property, value),
            JsonNode.class);
    undo.push(() -> container(container).upsertItem(item, key(container, item), null));
  }

  void remove(String container, JsonNode item) {
    container(container).deleteItem(item.path("id").asText(), key(container, item), null);
    undo.push(() -> container(container).createItem(item, key(container, item), null));
  }

  /** Another item like this one. */
  void add(String container, JsonNode item, String id) {
    ObjectNode twin = item.deepCopy();
    put(container, twin.put("id", id));
  }

  void put(String container, JsonNode item) {
    container(container).createItem(item, key(container, item), null);
    undo.push(
        () ->
            container(container).deleteItem(item.path("id").asText(), key(container, item), null));
  }

  /** All is as it was. */
  void restore() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  private CosmosContainer container(String name) {
    return blog.unwrap(CosmosDatabase.class).getContainer(name);
  }

  private static PartitionKey key(String container, JsonNode item) {
    String path =
        switch (container) {
          case "users" -> "userId";
          case "posts" -> "postId";
          default -> "type";
        };
    return new PartitionKey(item.path(path).asText());
  }

  @Override
  public void close() {
    blog.close();
    account.close();
  }
}
