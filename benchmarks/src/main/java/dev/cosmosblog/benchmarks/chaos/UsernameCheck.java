package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** I6: a username belongs to one user, and its reservation says so. */
final class UsernameCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Reading reading = evidence.reading();
    Map<String, String> owners = new HashMap<>();
    for (JsonNode reservation : reading.reservations()) {
      String name = canonical(Reading.text(reservation, "username"));
      if (owners.put(name, Reading.text(reservation, "ownerId")) != null) {
        String id = Reading.text(reservation, "id");
        findings.add("I6", Harm.NAME_WRONG, id, "'" + name + "' is reserved twice");
      }
    }
    Map<String, String> bearers = new HashMap<>();
    reading
        .users()
        .forEach(
            (id, user) -> {
              String name = canonical(Reading.text(user, "username"));
              String other = bearers.put(name, id);
              if (other != null) {
                findings.add("I6", Harm.NAME_WRONG, id, "is called '" + name + "' as " + other);
              }
              if (!id.equals(owners.get(name))) {
                String detail = "'" + name + "' is reserved for " + owners.get(name);
                findings.add("I6", Harm.NAME_WRONG, id, detail);
              }
            });
  }

  /** Enough for the names that writers give. */
  static String canonical(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
