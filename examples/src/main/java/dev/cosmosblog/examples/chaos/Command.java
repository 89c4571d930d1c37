package dev.cosmosblog.examples.chaos;

import java.time.Instant;
import java.util.Optional;

/**
 * A command with all that it takes to give it again.
 *
 * @param verb what to do
 * @param target what to do it to
 * @param userId who does it
 * @param value what the target says then: a name, or the mark that its texts are made of
 * @param date the creation date, where it is not now
 */
record Command(Verb verb, Target target, String userId, String value, Optional<Instant> date) {
  static Command of(Verb verb, Target target, String userId, String value) {
    return new Command(verb, target, userId, value, Optional.empty());
  }

  Command writtenAt(Instant when) {
    return new Command(verb, target, userId, value, Optional.of(when));
  }
}
