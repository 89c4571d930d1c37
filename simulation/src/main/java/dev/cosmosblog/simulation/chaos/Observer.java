package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Harm;
import dev.cosmosblog.simulation.chaos.CommandLog.Journal;
import dev.cosmosblog.simulation.chaos.CommandMix.KnownPosts;
import dev.cosmosblog.testsupport.BlogOracle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Checks the invariants that hold at every moment, while writers write: I1, I4, I5 and I6. */
final class Observer implements Runnable {
  private static final int LOOK_MS = 500;
  private static final int POSTS_AT_A_LOOK = 5;
  private static final int PAGE = 1_000;

  /** Ten times the maximum lag of the emulator's replicas. */
  private static final Duration LONGEST_LAG = Duration.ofSeconds(1);

  private static final String COPIES =
      "SELECT c.id, c.version, c.commentCount, c.likeCount FROM c WHERE c.type = 'post'";

  private final CosmosDatabase database;
  private final KnownPosts shelf;
  private final SplittableRandom random;
  private final Journal journal;
  private final CountDownLatch stop;
  private final ChaosFindings findings = new ChaosFindings();
  private final CopyHistory history = new CopyHistory(findings);

  private volatile int looks;

  Observer(CosmosDatabase database, Watched watched, SplittableRandom random, CountDownLatch stop) {
    this.database = database;
    this.shelf = watched.shelf();
    this.journal = watched.journal();
    this.random = random;
    this.stop = stop;
  }

  /** The posts to observe, and the clock of the run. */
  record Watched(KnownPosts shelf, Journal journal) {}

  ChaosFindings findings() {
    return findings;
  }

  int looks() {
    return looks;
  }

  /** Returns the history; call it after the observer has stopped. */
  CopyHistory history() {
    return history;
  }

  @Override
  public void run() {
    try {
      while (!stop.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
        List<Runnable> all = List.of(this::frontPage, this::copies, this::counts, this::names);
        if (all.stream().filter(Observer::looked).count() == all.size()) {
          looks = looks + 1;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean looked(Runnable look) {
    try {
      look.run();
      return true;
    } catch (CosmosException again) {
      // Caused by a fault; the next check follows soon.
      return false;
    }
  }

  private void frontPage() {
    for (JsonNode feed : query("feed", "SELECT * FROM c", inPartition("feed"))) {
      JsonNode posts = feed.path("posts");
      posts.forEach(copy -> history.saw(journal.now(), "feed", copy));
      if (posts.size() > ChaosSettings.FRONT_PAGE_SIZE) {
        String detail = "holds " + posts.size() + " posts at " + journal.now();
        findings.add("I5", Harm.FRONT_PAGE_WRONG, Reading.text(feed, "id"), detail);
      }
    }
  }

  private void copies() {
    query("users", COPIES, new CosmosQueryRequestOptions())
        .forEach(copy -> history.saw(journal.now(), "users", copy));
  }

  private Iterable<JsonNode> query(
      String container, String text, CosmosQueryRequestOptions options) {
    return database.getContainer(container).queryItems(text, options, JsonNode.class);
  }

  private static CosmosQueryRequestOptions inPartition(String key) {
    return new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(key));
  }

  private void counts() {
    for (int count = 0; count < POSTS_AT_A_LOOK; count++) {
      shelf.any(random).ifPresent(this::counts);
    }
  }

  /** One page of one partition is consistent; two might not be. */
  private void counts(String postId) {
    Optional<FeedResponse<JsonNode>> first =
        database
            .getContainer("posts")
            .queryItems("SELECT * FROM c", inPartition(postId), JsonNode.class)
            .streamByPage(PAGE)
            .findFirst();
    if (first.isPresent() && first.get().getContinuationToken() == null) {
      BlogOracle.reactions(first.get().getResults()).forEach(findings::add);
    }
  }

  private void names() {
    Map<String, String> bearers = new HashMap<>();
    String users = "SELECT c.id, c.username FROM c WHERE c.type = 'user'";
    for (JsonNode user : query("users", users, new CosmosQueryRequestOptions())) {
      String id = Reading.text(user, "id");
      String other = bearers.put(BlogOracle.canonical(Reading.text(user, "username")), id);
      // A query over partitions that change may give one item twice.
      if (other != null && !other.equals(id) && bothAtOnce(other, id)) {
        findings.add("I6", Harm.NAME_WRONG, id, "is called as " + other + " at " + journal.now());
      }
    }
  }

  /**
   * Compares two users. A query over partitions is not a snapshot; an item that is unchanged before
   * and after another read is. A read may show a user as it was at most one replica lag ago. With
   * that much time between the reads, the first one's state is from before the second one's, and
   * the third one's from after it.
   */
  private boolean bothAtOnce(String one, String other) {
    CosmosItemResponse<JsonNode> first = user(one);
    LockSupport.parkNanos(LONGEST_LAG.toNanos());
    String second = name(user(other));
    LockSupport.parkNanos(LONGEST_LAG.toNanos());
    CosmosItemResponse<JsonNode> third = user(one);
    return first.getETag().equals(third.getETag()) && name(first).equals(second);
  }

  private CosmosItemResponse<JsonNode> user(String id) {
    CosmosContainer users = database.getContainer("users");
    return users.readItem(id, new PartitionKey(id), JsonNode.class);
  }

  private static String name(CosmosItemResponse<JsonNode> user) {
    return BlogOracle.canonical(Reading.text(user.getItem(), "username"));
  }

  /** I4: the versions of copies over time, which must never decrease. Used by one thread. */
  static final class CopyHistory {
    private final Map<String, List<Sight>> seen = new HashMap<>();
    private final ChaosFindings findings;

    CopyHistory(ChaosFindings findings) {
      this.findings = findings;
    }

    /** The first observation of a copy in one version. */
    private record Sight(Duration at, long version, String counts) {
      String line() {
        return "%.3f s version %d %s".formatted(at.toNanos() / 1e9, version, counts);
      }
    }

    void saw(Duration at, String container, JsonNode copy) {
      String id = Reading.text(copy, "id");
      List<Sight> sights = seen.computeIfAbsent(container + "/" + id, key -> new ArrayList<>());
      Sight now =
          new Sight(
              at,
              copy.path("version").asLong(),
              copy.path("commentCount") + " comments " + copy.path("likeCount") + " likes");
      if (!sights.isEmpty()) {
        compare(container, id, sights.get(sights.size() - 1), now);
      }
      if (sights.isEmpty() || sights.get(sights.size() - 1).version() != now.version()) {
        sights.add(now);
      }
    }

    private void compare(String container, String id, Sight before, Sight now) {
      if (now.version() < before.version()) {
        String detail = "copy in %s went back: %s, then %s";
        findings.add("I4", Harm.STALE, id, detail.formatted(container, before.line(), now.line()));
      } else if (now.version() == before.version() && !now.counts().equals(before.counts())) {
        String detail = "copy in %s says two things in one version: %s, then %s";
        findings.add("I4", Harm.STALE, id, detail.formatted(container, before.line(), now.line()));
      }
    }

    /** Returns the versions of a copy over time, for the record of a failed run. */
    List<String> of(String id) {
      List<String> lines = new ArrayList<>();
      for (String container : List.of("users", "feed")) {
        seen.getOrDefault(container + "/" + id, List.of())
            .forEach(sight -> lines.add("copy in " + container + " at " + sight.line()));
      }
      return lines;
    }
  }
}
