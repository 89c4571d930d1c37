package dev.cosmosblog.examples.console;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a program found to {@code target/results/NAME.json} in the module examples. */
public final class Results {
  /** The system property with the module's directory; by default the working directory. */
  public static final String BASE_DIRECTORY = "cosmosblog.examples.directory";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Results() {}

  /**
   * Writes a file, replacing an earlier one.
   *
   * @param name the program's name
   * @param result the object that Jackson turns into JSON
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
