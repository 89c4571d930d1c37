package dev.cosmosblog.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RepeatCommandTest {
  private static boolean executing;

  static boolean isExecuting() {
    return executing;
  }

  private static List<String> printed(Class<?> tests) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream output = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    executing = true;
    try {
      LauncherFactory.create(
              LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build())
          .execute(
              LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(),
              new RepeatCommand(Path.of("").toAbsolutePath(), output));
    } finally {
      executing = false;
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void onlyTheFailedTestsCommandIsPrinted() {
    assertThat(printed(Mixed.class))
        .containsExactly(
            "To repeat it: mvn -q -pl test-support -am test"
                + " -Dtest='dev.cosmosblog.testsupport.RepeatCommandTest$Mixed#fails'"
                + " -Dsurefire.failIfNoSpecifiedTests=false");
  }

  /** Runs only inside of the tests above. */
  @EnabledIf("dev.cosmosblog.testsupport.RepeatCommandTest#isExecuting")
  static class Mixed {
    @Test
    void passes() {}

    @Test
    void fails() {
      throw new AssertionError("as expected");
    }
  }
}
