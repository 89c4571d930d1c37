package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.simulation.Invariants.Violated;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A custom view, implemented as documented: in a store that all hosts share, with version checks.
 * Sometimes it throws in the middle of a batch, or its host dies there.
 */
final class SimulatedView implements BlogView.WithUsers {
  /** The name under which it is registered. */
  static final String NAME = "simulated";

  /** The beginning of its leases' ids. */
  static final String LEASES = "blog-view~" + NAME + "~";

  /** With the last one of an outage, fewer than those at which a post is dead-lettered. */
  private static final int MAX_FAILURES = 1;

  private final Simulation simulation;
  private final int failures;
  private final long outageBegins;
  private final long outageEnds;
  private final Map<String, PostChange> posts = new HashMap<>();
  private final Map<String, UserChange> users = new HashMap<>();
  private final Map<String, Integer> failed = new HashMap<>();

  /** The exception that the view throws, without a stack trace, for the log's sake. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String message) {
      super(message, null, false, false);
    }
  }

  SimulatedView(Simulation simulation) {
    this.simulation = simulation;
    Choices choices = simulation.choices();
    this.failures = choices.chance(500) ? 60 : 0;
    this.outageBegins = choices.below(60);
    this.outageEnds = outageBegins + (choices.chance(300) ? 30 + choices.below(60) : 0);
  }

  @Override
  public void onPosts(List<PostChange> changes) {
    Set<String> told = new HashSet<>();
    for (PostChange change : changes) {
      String id = change.id().value();
      if (!told.add(id)) {
        throw simulation.scheduler().fail(new Violated("I15", "Post " + id + " comes twice."));
      }
      mayFail(id);
      posts.merge(id, change, (before, now) -> now.version() >= before.version() ? now : before);
    }
    simulation.coverage().step("view posts");
  }

  @Override
  public void onUsers(List<UserChange> changes) {
    for (UserChange change : changes) {
      String id = change.id().value();
      mayFail(id);
      users.merge(id, change, (before, now) -> now.version() >= before.version() ? now : before);
    }
    simulation.coverage().step("view users");
  }

  private void mayFail(String id) {
    simulation.scheduler().step();
    long second = simulation.scheduler().nanoTime() / 1_000_000_000;
    if (second >= outageBegins && second < outageEnds) {
      simulation.faults().note("view outage");
      throw new Failure("The view is down.");
    }
    boolean fails = simulation.faults().active() && simulation.choices().chance(failures);
    if (fails && failed.merge(id, 1, Integer::sum) <= MAX_FAILURES) {
      simulation.faults().note("view throws");
      if (simulation.choices().chance(simulation.faults().errors() * 10)) {
        simulation.faults().note("error in a view");
        throw new Exhausted();
      }
      throw new Failure("The view fails at " + id + ".");
    }
  }

  private static boolean isForeign(String id) {
    return id.startsWith(StrangerItems.PREFIX) || id.equals(StrangerItems.POST_OF_USER);
  }

  /** Returns whether the view has received all changes. */
  boolean isDrained() {
    return simulation.isDrained(LEASES, BlogContainer.USERS)
        && simulation.isDrained(LEASES, BlogContainer.POSTS);
  }

  /** Deletes the view's own tombstones, as it must once those of the posts have expired. */
  void expireTombstones() {
    posts.values().removeIf(change -> change.post().isEmpty());
  }

  /** Checks after the writes that the view has every post and user as they are. */
  void checkAtRest(OtherProgram program) {
    SimulatedService service = simulation.service();
    Set<String> live = new HashSet<>();
    for (ObjectNode item : service.items(BlogContainer.POSTS)) {
      boolean isLive = Invariants.is(item, "post") && !item.has("deleted");
      if (isLive && program.touched(item)) {
        live.add(item.path("id").asText());
      } else if (isLive && !isForeign(item.path("id").asText())) {
        PostItem post = SimulatedService.JSON.convertValue(item, PostItem.class);
        if (!post.isListed()) {
          continue;
        }
        String id = String.valueOf(post.id());
        live.add(id);
        PostChange seen = posts.get(id);
        if (seen == null || !seen.post().map(post.toPost()::equals).orElse(false)) {
          throw new Violated("I15", "Post " + id + " is " + post + ", and the view has " + seen);
        }
      }
    }
    posts.forEach(
        (id, seen) -> {
          if (seen.post().isPresent()
              && !live.contains(id)
              && !isForeign(id)
              && !program.touched(id)) {
            throw new Violated("I15", "Post " + id + " is gone, and the view has " + seen);
          }
        });
    for (ObjectNode item : service.items(BlogContainer.USERS)) {
      boolean isForeign = item.path("id").asText().startsWith(StrangerItems.PREFIX);
      if (Invariants.is(item, "user") && !isForeign && !program.touched(item)) {
        UserItem user = SimulatedService.JSON.convertValue(item, UserItem.class);
        UserChange seen = users.get(String.valueOf(user.id()));
        if (seen == null || !seen.user().map(user.toUser()::equals).orElse(false)) {
          throw new Violated("I15", "The user is " + user + ", and the view has " + seen);
        }
      }
    }
  }
}
