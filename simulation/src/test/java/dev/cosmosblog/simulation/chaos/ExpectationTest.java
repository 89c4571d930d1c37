package dev.cosmosblog.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.simulation.chaos.Command.Target;
import dev.cosmosblog.simulation.chaos.Command.Verb;
import dev.cosmosblog.simulation.chaos.CommandLog.LoggedCommand;
import dev.cosmosblog.simulation.chaos.CommandLog.Outcome;
import dev.cosmosblog.simulation.chaos.CommandLogChecks.Expectation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectationTest {
  private static final Target POST = Target.post("p");

  private final List<LoggedCommand> log = new ArrayList<>();

  private ExpectationTest after(Verb verb, String value, Outcome outcome) {
    Command command = Command.of(verb, POST, "ann", value);
    log.add(new LoggedCommand(Duration.ZERO, 0, command, outcome, ""));
    return this;
  }

  private void mayBe(String... states) {
    List<Optional<String>> allowed = new ArrayList<>();
    for (String state : states) {
      allowed.add(Optional.of(state).filter(said -> !said.equals("absent")));
    }
    assertThat(Expectation.of(log)).containsExactlyInAnyOrderElementsOf(allowed);
  }

  @Test
  void acknowledgedWritesExist() {
    after(Verb.CREATE_POST, "one", Outcome.DONE).mayBe("one");
    after(Verb.EDIT_POST, "two", Outcome.DONE).mayBe("two");
    after(Verb.DELETE_POST, "", Outcome.DONE).mayBe("absent");
  }

  @Test
  void itemsOfAnErasedUserAreDeletedOrUnchanged() {
    CommandLog all = new CommandLog();
    after(Verb.CREATE_POST, "one", Outcome.DONE);
    log.forEach(all::add);
    all.add(erasure("ANONYMISE"));
    assertThat(Expectation.of(all.byTarget().get(POST))).containsExactly(Optional.of("one"));
    all.add(erasure("REMOVE"));
    assertThat(Expectation.of(all.byTarget().get(POST))).containsExactly(Optional.empty());
    assertThat(Expectation.of(all.byTarget().get(Target.user("ann"))))
        .containsExactly(Optional.empty());
  }

  private static LoggedCommand erasure(String how) {
    Command command = Command.of(Verb.ERASE_USER, Target.user("ann"), "ann", how);
    return new LoggedCommand(Duration.ZERO, 0, command, Outcome.DONE, "");
  }

  @Test
  void unacknowledgedWritesMayExist() {
    after(Verb.CREATE_POST, "one", Outcome.UNKNOWN).mayBe("one", "absent");
    after(Verb.CREATE_POST, "one", Outcome.ALREADY_DONE).mayBe("one");
    after(Verb.EDIT_POST, "two", Outcome.UNKNOWN).mayBe("one", "two");
    after(Verb.DELETE_POST, "", Outcome.UNKNOWN).mayBe("one", "two", "absent");
  }

  @Test
  void rejectedCommandsHaveNoEffect() {
    after(Verb.CREATE_POST, "one", Outcome.DONE).mayBe("one");
    after(Verb.EDIT_POST, "two", Outcome.REFUSED).mayBe("one");
  }

  @Test
  void aRepeatedCreationChangesNothing() {
    after(Verb.CREATE_POST, "one", Outcome.DONE).mayBe("one");
    after(Verb.EDIT_POST, "two", Outcome.DONE).mayBe("two");
    after(Verb.CREATE_POST, "one", Outcome.ALREADY_DONE).mayBe("two");
  }

  @Test
  void anAcknowledgedChangeProvesThatItsTargetExisted() {
    after(Verb.CREATE_POST, "one", Outcome.UNKNOWN).mayBe("one", "absent");
    after(Verb.EDIT_POST, "two", Outcome.DONE).mayBe("two");
  }
}
