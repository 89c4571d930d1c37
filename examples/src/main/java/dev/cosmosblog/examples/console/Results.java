package dev.cosmosblog.examples.console;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a program found to {@code target/results/NAME.json} in the module examples. */
public final class Results {
  /** The module's directory. */
  private static final String BASE_DIRECTORY =
      System.getProperty("cosmosblog.examples.directory", ".");

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
    Path file = directory().resolve(name + ".json");
    JSON.writeValue(file.toFile(), result);
    return file;
  }

  /**
   * Creates the directory of the results unless it exists.
   *
   * @return the directory
   * @throws IOException if it can't be created
   */
  public static Path directory() throws IOException {
    Path directory = Path.of(BASE_DIRECTORY, "target", "results").normalize();
    Files.createDirectories(directory);
    return directory;
  }
}
