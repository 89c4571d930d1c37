package dev.cosmosblog.testsupport;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints the command that repeats a failed test. The JUnit platform finds it in {@code
 * META-INF/services}. Tests and jqwik's properties have fixed seeds.
 */
public final class RepeatCommand implements TestExecutionListener {
  private final Path module;
  private final PrintStream output;

  /** Prints to the standard output. */
  public RepeatCommand() {
    this(Path.of("").toAbsolutePath(), System.out);
  }

  RepeatCommand(Path module, PrintStream output) {
    this.module = module;
    this.output = output;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      test.getSource().flatMap(RepeatCommand::name).map(this::command).ifPresent(output::println);
    }
  }

  private static Optional<String> name(TestSource source) {
    if (source instanceof MethodSource method) {
      return Optional.of(method.getClassName() + "#" + method.getMethodName());
    }
    return source instanceof ClassSource type ? Optional.of(type.getClassName()) : Optional.empty();
  }

  private String command(String name) {
    return ("To repeat it: mvn -q -pl %s -am test -Dtest='%s'"
            + " -Dsurefire.failIfNoSpecifiedTests=false%s")
        .formatted(
            root().relativize(module),
            name,
            option(Backend.SERVICE_CONDITIONS) + option(Backend.DIRECT_MODE));
  }

  private static String option(String property) {
    String value = System.getProperty(property);
    return value == null ? "" : " -D" + property + "=" + value;
  }

  private Path root() {
    Path root = module;
    while (root.getParent() != null && !Files.isDirectory(root.resolve(".mvn"))) {
      root = root.getParent();
    }
    return root;
  }
}
