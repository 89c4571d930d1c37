package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmoslocal.LocalCosmos;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of running the program in this process.
 *
 * @param exitCode its exit code
 * @param output its standard output
 * @param errors its standard error
 */
record CliRun(int exitCode, String output, String errors) {
  private static final int WIDTH = 110;

  /** Checks the width of each line of the result. JSON isn't wrapped, and neither are words. */
  CliRun {
    assertThat(output.startsWith("{") ? Stream.<String>empty() : output.lines())
        .allMatch(line -> line.length() <= WIDTH || !line.strip().contains(" "));
  }

  /** Runs a command on the emulator, whose endpoint and key are in the environment. */
  static CliRun on(LocalCosmos emulator, String... words) {
    return with(environment(emulator), words);
  }

  static Map<String, String> environment(LocalCosmos emulator) {
    Map<String, String> environment = new HashMap<>();
    environment.put("COSMOSBLOG_ENDPOINT", emulator.endpoint());
    environment.put("COSMOSBLOG_KEY", emulator.key());
    environment.put("COSMOSBLOG_RU_PER_SECOND", "1000000");
    environment.put("COSMOSBLOG_SETTLE_SECONDS", "0");
    return environment;
  }

  static CliRun with(Map<String, String> environment, String... words) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(stream(output), stream(errors), false, System::nanoTime);
    int code = BlogCli.run(List.of(words), terminal, environment);
    return new CliRun(
        code, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  JsonNode json() {
    try {
      return new ObjectMapper().readTree(output);
    } catch (JsonProcessingException e) {
      throw new AssertionError(output, e);
    }
  }
}
