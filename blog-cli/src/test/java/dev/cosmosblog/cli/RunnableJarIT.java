package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The runnable jar, as a process. */
class RunnableJarIT {
  private static final Path JAR = Path.of("target", "blog-cli.jar");

  private static CliRun run(Map<String, String> environment, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", JAR.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      String output = text(process.getInputStream().readAllBytes());
      String errors = text(process.getErrorStream().readAllBytes());
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return new CliRun(process.exitValue(), output, errors);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void itProvisionsAndVerifiesABlog() throws Exception {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      Map<String, String> environment = CliRun.environment(emulator);
      CliRun provisioned = run(environment, "provision");
      assertThat(provisioned.exitCode()).as(provisioned.errors()).isZero();
      CliRun verified = run(environment, "verify", "--json");
      assertThat(verified.exitCode()).as(verified.errors()).isZero();
      assertThat(verified.errors()).isEmpty();
      assertThat(verified.json().path("clean").asBoolean()).isTrue();
    }
  }

  @Test
  void itPrintsItsHelpAndVersion() throws Exception {
    assertThat(run(Map.of(), "host", "--help").output())
        .contains("--health-port", "COSMOSBLOG_KEY", "a batch was cut off");
    assertThat(run(Map.of(), "--version").output()).startsWith("blog-cli 0.");
  }

  @Test
  void itContainsTheLicensesOfItsDependencies() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (String licence : List.of("Apache-2.0", "CC0-1.0", "MIT-0", "MIT-azure", "MIT-slf4j")) {
        assertThat(jar.getEntry("META-INF/licenses/" + licence + ".txt")).as(licence).isNotNull();
      }
      String list =
          text(jar.getInputStream(jar.getEntry("META-INF/THIRD-PARTY.txt")).readAllBytes());
      assertThat(list).contains("com.azure:azure-identity", "info.picocli:picocli");
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
      assertThat(jar.stream().map(entry -> entry.getName()))
          .noneMatch(name -> name.startsWith("dev/cosmoslocal"));
    }
  }
}
