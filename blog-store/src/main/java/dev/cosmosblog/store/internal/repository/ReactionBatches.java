package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.CONDITION_FAILED;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.BatchResult;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.session.SessionProgress;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Writes or removes comments and likes in batches. While a batch for a post is in flight, further
 * reactions to the post wait for the next batch, which counts them with one patch. The first
 * waiting caller sends it on its thread, and then hands over to the next.
 *
 * <p>A group only saves requests; the guarantees are those of a batch for each reaction. Each
 * member gets the result that a separate batch would have had at that moment. If the response
 * doesn't determine a member's result, the member sends a separate batch with separate retries. If
 * the lost batch was applied, this conflicts like any repeated command.
 *
 * <p>All members wait for the end of their group. If a member returned early, its group could
 * rewrite a reaction that a later command had removed.
 */
public final class ReactionBatches {
  // The service's limit.
  private static final int MAX_OPERATIONS = 100;
  // Below the service's limit of 2 MB, since sizes are estimates.
  private static final long MAX_BYTES = 1_500_000;
  // Each rejected member costs the others a round trip, so with more of them, all send separately.
  private static final int MAX_REFUSED = 4;
  // Each condition includes the ones before it.
  private static final List<String> CONDITIONS =
      List.of(QueryTexts.IS_LIVE_POST, QueryTexts.IS_LISTED_POST, QueryTexts.TAKES_COMMENTS);

  private final ItemContainer posts;
  private final Lock lock;
  // Guarded by lock. The waiting reactions, by post; a post has an entry during its batch.
  private final Map<String, Deque<Member>> waiting = new HashMap<>();

  ReactionBatches(DatabaseAccess database) {
    this.posts = database.posts();
    this.lock = database.environment().threads().lock();
  }

  /** The operations that write or remove one item, and what they add to the post's count. */
  record Reaction(ReactionKind kind, int by, String itemId, List<ItemWrite> writes, long bytes) {
    /** Returns the condition that the post must meet: readers react to posts that they see. */
    String condition() {
      if (!(writes.get(0) instanceof ItemWrite.Create)) {
        return QueryTexts.IS_LIVE_POST;
      }
      return kind == ReactionKind.COMMENT ? QueryTexts.TAKES_COMMENTS : QueryTexts.IS_LISTED_POST;
    }
  }

  private enum State {
    WAITING,
    IN_GROUP,
    LEADS,
    /** The group has ended, with the member's result or without. */
    ENDED,
    /** The member stops waiting, and sends a separate batch. */
    LEFT
  }

  /** A reaction, and the state of the thread that waits for it. */
  private static final class Member {
    private final Reaction reaction;
    private final Condition changed;
    // Guarded by lock.
    private State state = State.WAITING;
    // Written by the leader before the group ends; null if the group's responses don't determine
    // it.
    private @Nullable BatchResult result;
    // Guarded by lock. Whether the group may have written the reaction without a response.
    private boolean mayBeWritten;
    private double requestUnits;
    // The progress that the group's requests have seen; null before the group ends.
    private @Nullable SessionProgress session;

    Member(Reaction reaction, Condition changed) {
      this.reaction = reaction;
      this.changed = changed;
    }

    boolean waits() {
      return state == State.WAITING || state == State.IN_GROUP;
    }

    void become(State next) {
      state = next;
      changed.signal();
    }
  }

  /** Returns the result of a batch of this reaction, whose last operation is the post's patch. */
  BatchResult write(String post, Reaction reaction, Call call) {
    Member me = new Member(reaction, lock.newCondition());
    // Before it may lead, because the others would wait for a leader that failed here.
    Call shared = call.shared();
    List<Member> group = new ArrayList<>(List.of(me));
    State state = join(post, me, call);
    if (state == State.LEADS) {
      try {
        fill(group, post);
        if (group.size() == 1) {
          return posts.batch(post, operations(post, group), call);
        }
        send(post, group, shared);
      } finally {
        handOver(post, group, shared);
        call.addShare(0, shared.requests());
      }
    }
    if (state != State.LEFT) {
      call.addShare(me.requestUnits, 0);
      if (me.session != null) {
        call.addSession(me.session);
      }
      if (me.result != null) {
        return me.result;
      }
    }
    if (me.mayBeWritten) {
      call.mayBeDone();
    }
    return posts.batch(post, operations(post, List.of(me)), call);
  }

  /**
   * Waits until the reaction leads a group, or its group has ended. The wait also ends at an
   * interrupt, at the call's timeout, and at the retry deadline if no group has taken the reaction.
   */
  private State join(String post, Member me, Call call) {
    lock.lock();
    try {
      Deque<Member> queue = waiting.get(post);
      if (queue == null) {
        waiting.put(post, new ArrayDeque<>());
        me.state = State.LEADS;
        return me.state;
      }
      queue.add(me);
      try {
        for (long left = timeLeft(me, call); me.waits() && left > 0; left = timeLeft(me, call)) {
          me.changed.awaitNanos(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        if (me.waits()) {
          queue.remove(me);
          me.mayBeWritten = me.state == State.IN_GROUP;
          me.state = State.LEFT;
        }
      }
      return me.state;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the nanoseconds that a member waits: a group that has taken it may have written it. */
  private static long timeLeft(Member me, Call call) {
    return me.state == State.IN_GROUP ? call.nanosUntilTimeout() : call.nanosForRetries();
  }

  /**
   * Takes waiting reactions in order, as far as they fit in a batch. A batch has each item only
   * once, so other reactions with the same item stay in the queue.
   */
  private void fill(List<Member> group, String post) {
    Member leader = group.get(0);
    Set<String> items = new HashSet<>(Set.of(leader.reaction.itemId()));
    int operations = leader.reaction.writes().size() + 1;
    long bytes = leader.reaction.bytes();
    lock.lock();
    try {
      Iterator<Member> queue = waiting.getOrDefault(post, new ArrayDeque<>()).iterator();
      while (queue.hasNext()) {
        Member next = queue.next();
        if (items.add(next.reaction.itemId())) {
          operations += next.reaction.writes().size();
          bytes += next.reaction.bytes();
          if (operations > MAX_OPERATIONS || bytes > MAX_BYTES) {
            break;
          }
          // First, so that the member's wait ends even if an error is thrown here.
          group.add(next);
          queue.remove();
          next.state = State.IN_GROUP;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static List<ItemWrite> operations(String post, List<Member> group) {
    List<ItemWrite> operations = new ArrayList<>();
    Map<ReactionKind, Integer> counts = new EnumMap<>(ReactionKind.class);
    for (Member member : group) {
      operations.addAll(member.reaction.writes());
      counts.merge(member.reaction.kind(), member.reaction.by(), Integer::sum);
    }
    operations.add(count(counts, post, condition(group)));
    return operations;
  }

  /** Returns the strictest condition of the members. */
  private static String condition(List<Member> group) {
    return group.stream()
        .map(member -> member.reaction.condition())
        .max(Comparator.comparing(CONDITIONS::indexOf))
        .orElseThrow();
  }

  /** Returns the patch that adds to the counts of a post, if the post meets a condition. */
  public static ItemWrite count(Map<ReactionKind, Integer> by, String post, String condition) {
    PatchOperations operations = PatchOperations.create();
    by.forEach(
        (kind, number) -> {
          if (number != 0) {
            operations.increment("/" + kind.countProperty(), number);
          }
        });
    operations.increment(PropertyPaths.VERSION, 1);
    return new ItemWrite.Patch(post, operations, condition, null);
  }

  /**
   * Sends a group, and again without each rejected member, as long as the responses determine it.
   */
  private void send(String post, List<Member> group, Call shared) {
    List<Member> left = new ArrayList<>(group);
    for (int refused = 0; left.size() > 1 && refused <= MAX_REFUSED; refused++) {
      BatchResult answer;
      try {
        answer = posts.batch(post, operations(post, left), shared);
      } catch (ThrottledException e) {
        // Only the leader's time is over.
        if (!shared.leftUnknown()) {
          putBack(post, group);
        }
        return;
      } catch (BlogException e) {
        // The member's separate batch reports it.
        return;
      }
      if (!tell(left, answer)) {
        return;
      }
      lock.lock();
      try {
        left.removeIf(member -> member.state == State.LEFT);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Requeues the members without a result, in order and before all others. */
  private void putBack(String post, List<Member> group) {
    lock.lock();
    try {
      for (int i = group.size() - 1; i > 0; i--) {
        Member member = group.get(i);
        if (member.state == State.IN_GROUP && member.result == null) {
          Objects.requireNonNull(waiting.get(post)).addFirst(member);
          group.remove(i);
          member.become(State.WAITING);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sets the members' results; returns whether rejected ones were removed from the list. */
  private static boolean tell(List<Member> group, BatchResult answer) {
    if (answer.result() != DONE && answer.failedAt() < 0) {
      return false;
    }
    int failedAt = answer.failedAt();
    for (Member member : group) {
      int operations = member.reaction.writes().size();
      if (failedAt >= 0 && failedAt < operations) {
        member.result = new BatchResult(answer.result(), failedAt);
        return group.remove(member);
      }
      failedAt -= operations;
    }
    // All were written, or the post's patch failed. A hidden post can still lose reactions, and one
    // with closed comments gets likes, so the members with a weaker condition are sent again.
    String condition = condition(group);
    return group.removeIf(
        member -> {
          boolean applies =
              answer.result() != CONDITION_FAILED || member.reaction.condition().equals(condition);
          if (applies) {
            member.result = new BatchResult(answer.result(), member.reaction.writes().size());
          }
          return applies;
        });
  }

  /** Ends the group, and lets the next caller lead, whatever the outcome was. */
  private void handOver(String post, List<Member> group, Call shared) {
    lock.lock();
    try {
      Member next = Objects.requireNonNull(waiting.get(post)).poll();
      if (next == null) {
        waiting.remove(post);
      } else {
        next.become(State.LEADS);
      }
      // Allocates nothing, because the callers would wait forever after an OutOfMemoryError.
      int there = 0;
      for (int i = 0; i < group.size(); i++) {
        there += group.get(i).state == State.LEFT ? 0 : 1;
      }
      for (int i = 0; i < group.size(); i++) {
        Member member = group.get(i);
        if (member.state != State.LEFT) {
          member.requestUnits = shared.requestUnits() / there;
          member.session = shared.session();
          member.mayBeWritten = member.result == null && shared.leftUnknown();
          member.become(State.ENDED);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
