package dev.cosmosblog.examples.ldbc;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what was added, and knows the users and posts that are there. Safe for many threads. */
final class Tally {
  private final Map<Entity, AtomicLong> created = counters();
  private final Map<Entity, AtomicLong> alreadyThere = counters();
  private final Set<Long> users = new ConcurrentSkipListSet<>();
  private final Set<Long> posts = new ConcurrentSkipListSet<>();

  private static Map<Entity, AtomicLong> counters() {
    Map<Entity, AtomicLong> counters = new EnumMap<>(Entity.class);
    for (Entity entity : Entity.values()) {
      counters.put(entity, new AtomicLong());
    }
    return counters;
  }

  void count(Addition addition, boolean wasThere) {
    of(wasThere ? alreadyThere : created, addition.entity()).incrementAndGet();
    if (addition instanceof AddUser user) {
      users.add(user.id());
    } else if (addition instanceof AddPost post) {
      posts.add(post.id());
    }
  }

  long created(Entity entity) {
    return of(created, entity).get();
  }

  long alreadyThere(Entity entity) {
    return of(alreadyThere, entity).get();
  }

  private static AtomicLong of(Map<Entity, AtomicLong> counters, Entity entity) {
    return counters.getOrDefault(entity, new AtomicLong());
  }

  /** By id. */
  List<Long> users() {
    return List.copyOf(users);
  }

  /** By id. */
  List<Long> posts() {
    return List.copyOf(posts);
  }
}
