package dev.cosmosblog.benchmarks.chaos;

import dev.cosmosblog.store.Erasure;
import java.time.Instant;
import java.util.Optional;

/**
 * A command with all that it takes to give it again.
 *
 * @param verb what to do
 * @param target what to do it to
 * @param userId who does it
 * @param value what the target says then: a name, or the mark that its texts are made of; of an
 *     erasure, which one
 * @param date the creation date, where it is not now
 */
record Command(Verb verb, Target target, String userId, String value, Optional<Instant> date) {
  static Command of(Verb verb, Target target, String userId, String value) {
    return new Command(verb, target, userId, value, Optional.empty());
  }

  /** Whether all that the target, a user, wrote is to go. */
  boolean removesAllOfUser() {
    return verb == Verb.ERASE_USER && value.equals(Erasure.REMOVE.name());
  }

  Command writtenAt(Instant when) {
    return new Command(verb, target, userId, value, Optional.of(when));
  }
}
