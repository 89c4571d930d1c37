package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.testsupport.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Keys, tokens and what users write are never logged, not even at the finest level. Ids, which name
 * and number users, are logged at the finest levels alone.
 */
@Tag("slow")
@Order(2)
class LogSecrecyTest {
  private static final Pattern COARSE = Pattern.compile("^(INFO|WARN|ERROR) \\w+ - ");
  private static final Pattern SIGNATURE = Pattern.compile("(?i)sig(=|%3d)[a-z0-9+/%]{20}");

  @Test
  void keysTokensAndBodiesAreNotLogged() throws IOException {
    List<String> lines = new CopyOnWriteArrayList<>();
    ProcessBuilder command =
        ChildProcess.java(TroubledBlog.class, List.of("-Dorg.slf4j.simpleLogger.log.dev=trace"));
    try (ChildProcess child = ChildProcess.start(command, lines::add)) {
      assertThat(child.awaitEnd(Duration.ofMinutes(4))).as("it ended").isTrue();
    }
    assertThat(lines).as("it ran to its end").contains("all of it happened");
    assertThat(lines)
        .as("there is something to look at")
        .anyMatch(line -> line.contains("Dead-lettered an item of POSTS, see deadLetter~"))
        .anyMatch(line -> line.contains("is of item 'bad-" + TroubledBlog.NUMBER))
        .anyMatch(line -> line.matches(".*The listener .*TroubledBlog\\$1 failed"))
        .anyMatch(line -> line.matches(".*The listener .*TroubledBlog\\$\\$Lambda.* failed"))
        .anyMatch(line -> line.contains("A command failed"))
        .anyMatch(line -> line.contains("The key is wrong"))
        .anyMatch(line -> line.contains("closed"))
        .anyMatch(line -> line.contains("MaintenanceRun - Dry run: read"));
    assertThat(lines)
        .noneMatch(line -> line.contains(TroubledBlog.SECRET))
        .noneMatch(line -> line.contains(TroubledBlog.KEY))
        .noneMatch(line -> line.contains(TroubledBlog.KEY.substring(4, 40)))
        .noneMatch(line -> SIGNATURE.matcher(line).find());
    assertThat(lines)
        .filteredOn(line -> COARSE.matcher(line).find())
        .isNotEmpty()
        .noneMatch(line -> line.contains(TroubledBlog.NUMBER));
  }
}
