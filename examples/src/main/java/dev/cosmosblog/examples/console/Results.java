package dev.cosmosblog.examples.console;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what an example measured as {@code target/results/NAME.json} in its module. */
public final class Results {
  /** The system property that names the module's directory; by default the working directory. */
  public static final String BASE_DIRECTORY = "cosmosblog.examples.directory";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Results() {}

  /**
   * Writes one file over the one that is there.
   *
   * @param name the example's name
   * @param result what becomes the JSON
   * @return the file
   * @throws IOException if it can't be written
   */
  public static Path write(String name, Object result) throws IOException {
    Path directory = Path.of(System.getProperty(BASE_DIRECTORY, "."), "target", "results");
    Files.createDirectories(directory);
    Path file = directory.resolve(name + ".json").normalize();
    JSON.writeValue(file.toFile(), result);
    return file;
  }
}
