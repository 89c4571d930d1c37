package dev.cosmosblog.store;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Who writes. A user that was read may be known for a time: a name that is older than the user's is
 * mended when the change feed comes to what carries it, as one is that was read just before a
 * rename.
 */
final class Authors {
  /** About 2 MB. */
  static final int MOST = 10_000;

  private final UserRepository users;
  private final long keptNanos;
  private final LongSupplier nanoTime;

  /** The least recently used first; guarded by itself. */
  private final Map<UserId, Known> known = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * How many users were forgotten; a read that one of them overtook is not kept. Guarded by known.
   */
  private long forgotten;

  private record Known(UserItem user, long since) {}

  Authors(UserRepository users, Duration kept, LongSupplier nanoTime) {
    this.users = users;
    this.keptNanos = kept.toNanos();
    this.nanoTime = nanoTime;
  }

  UserItem get(UserId id, RequestMeter meter) {
    return keptNanos == 0 ? users.get(id, meter) : known(id, meter);
  }

  private UserItem known(UserId id, RequestMeter meter) {
    long now = nanoTime.getAsLong();
    long forgottenBefore;
    synchronized (known) {
      Known found = known.get(id);
      if (found != null && now - found.since < keptNanos) {
        return found.user;
      }
      forgottenBefore = forgotten;
    }
    UserItem user = users.get(id, meter);
    synchronized (known) {
      if (forgotten != forgottenBefore) {
        return user;
      }
      known.put(id, new Known(user, now));
      if (known.size() > MOST) {
        Iterator<UserId> oldest = known.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
    }
    return user;
  }

  /** The user was changed by this store. */
  void forget(UserId id) {
    synchronized (known) {
      known.remove(id);
      forgotten++;
    }
  }
}
