package dev.cosmosblog.simulation.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Harm;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.testsupport.BlogOracle;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * I6: a reservation that a failed command left behind blocks its name for no longer than stated.
 * After that time, somebody else can have it.
 */
final class NameProbe {
  private static final Duration AFTER_GRACE = Duration.ofMinutes(6);
  private static final int AT_MOST = 20;

  private NameProbe() {}

  /** Makes users, and so comes last. */
  static void look(BlogDatabase blog, Reading reading, ChaosFindings findings) {
    Clock later = Clock.offset(Clock.systemUTC(), AFTER_GRACE);
    BlogStore store = BlogStore.on(Endpoint.with(blog, BlogDatabase.builder().clock(later)));
    free(reading).stream().limit(AT_MOST).forEach(name -> take(store, name, findings));
  }

  /** Reserved names without a user. */
  private static Set<String> free(Reading reading) {
    Set<String> free =
        reading.reservations().stream()
            .map(reservation -> Reading.text(reservation, "username"))
            .map(BlogOracle::canonical)
            .collect(Collectors.toSet());
    for (JsonNode user : reading.users().values()) {
      free.remove(BlogOracle.canonical(Reading.text(user, "username")));
    }
    return free;
  }

  private static void take(BlogStore store, String name, ChaosFindings findings) {
    try {
      store.createUser(CreateUser.named(name));
    } catch (BlogException e) {
      String detail = "is nobody's, and can't be had: " + e.getMessage();
      findings.add("I6", Harm.NAME_WRONG, name, detail);
    }
  }
}
