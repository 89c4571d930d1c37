package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.testsupport.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Azure Spring Data Cosmos, in a process with its own class path, which Maven writes when it
 * compiles the module {@code benchmarks/spring-data}.
 */
record SpringDataRung(String label, ChildProcess process) implements MeasuredRung, AutoCloseable {
  private static final String CLASS_PATH = "class-path";
  private static final String MAIN = "dev.cosmosblog.benchmarks.springdata.SpringDataProcess";
  private static final String ANSWER = "answer ";
  private static final String FAILED = "failed: ";

  /** The SDK refuses plain HTTP without it. */
  private static final String PLAIN_HTTP = "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true";

  /** Returns the output directory of the module, seen from the repository or from a module. */
  static Path target() {
    Path fromRepository = Path.of("benchmarks", "spring-data", "target");
    return Files.isDirectory(fromRepository) ? fromRepository : Path.of("spring-data", "target");
  }

  /** Returns why Spring Data can't be started, or empty if it can. */
  static Optional<String> missing(Path target) {
    return Files.isReadable(target.resolve(CLASS_PATH))
        ? Optional.empty()
        : Optional.of(
            "%s is missing; run mvn -pl benchmarks/spring-data compile"
                .formatted(target.resolve(CLASS_PATH)));
  }

  /** Starts the process, which creates a database with a number of posts. */
  static SpringDataRung start(String label, Endpoint endpoint, int posts)
      throws IOException, InterruptedException {
    String dependencies = Files.readString(target().resolve(CLASS_PATH)).strip();
    String classPath = target().resolve("classes") + File.pathSeparator + dependencies;
    ChildProcess process =
        ChildProcess.start(
            ChildProcess.java(
                classPath,
                MAIN,
                List.of(PLAIN_HTTP),
                endpoint.uri().toString(),
                endpoint.key(),
                String.valueOf(posts)));
    SpringDataRung rung = new SpringDataRung(label, process);
    try {
      rung.answer();
      return rung;
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private String answer() throws IOException, InterruptedException {
    String answer = process.awaitLine(ANSWER);
    if (answer.startsWith(FAILED)) {
      throw new IOException("Spring Data " + answer);
    }
    return answer;
  }

  @Override
  public Timing ask(LadderRequest request, int round) throws IOException, InterruptedException {
    process.send(request.name() + " " + round);
    String[] words = answer().split(" ");
    return new Timing(Long.parseLong(words[0]), Integer.parseInt(words[1]));
  }

  @Override
  public void close() {
    process.close();
  }
}
