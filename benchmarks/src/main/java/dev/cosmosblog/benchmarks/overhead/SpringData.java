package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.testsupport.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The requests by Azure Spring Data Cosmos, in a process with a class path of its own, which Maven
 * writes down when it compiles the module {@code benchmarks/spring-data}.
 */
final class SpringData implements Way, AutoCloseable {
  static final String NAME = "azure-spring-data-cosmos";

  private static final String CLASS_PATH = "class-path";
  private static final String MAIN = "dev.cosmosblog.benchmarks.springdata.SpringDataBlog";

  /** The SDK refuses plain http without it. */
  private static final String PLAIN_HTTP = "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true";

  private final Dialogue dialogue;

  private SpringData(Dialogue dialogue) {
    this.dialogue = dialogue;
  }

  /** Returns the directory that the module is compiled to, seen from either module. */
  static Path target() {
    String directory = System.getProperty(Results.BASE_DIRECTORY, ".");
    return Path.of(directory, "..", "benchmarks", "spring-data", "target").normalize();
  }

  /** Why it can't be started; empty if it can. */
  static Optional<String> missing(Path target) {
    return Files.isReadable(target.resolve(CLASS_PATH))
        ? Optional.empty()
        : Optional.of(target + " has no class path; Maven makes it with -Dexample=overhead");
  }

  /** Starts it, and has it fill a database of its own. */
  static SpringData start(Endpoint endpoint) throws IOException, InterruptedException {
    String dependencies = Files.readString(target().resolve(CLASS_PATH)).strip();
    String classPath = target().resolve("classes") + File.pathSeparator + dependencies;
    Dialogue dialogue =
        Dialogue.start(
            ChildProcess.java(
                classPath, MAIN, List.of(PLAIN_HTTP), endpoint.uri().toString(), endpoint.key()));
    try {
      dialogue.answer();
      return new SpringData(dialogue);
    } catch (IOException | InterruptedException | RuntimeException e) {
      dialogue.close();
      throw e;
    }
  }

  @Override
  public long ask(BlogRequest request, int round) throws IOException, InterruptedException {
    String answer = dialogue.ask(request.name() + " " + round);
    return Long.parseLong(answer.substring(0, answer.indexOf(' ')));
  }

  @Override
  public void close() {
    dialogue.close();
  }
}
