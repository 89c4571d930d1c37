package dev.cosmoslocal.internal.engine.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.storage.Change;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder with the contents of an account: a folder for each database, in it a file of JSON lines
 * for each container, and {@code database.json} if the containers share throughput. Names are
 * percent-encoded where a file's name can't have them, and shortened if they are long; then the id
 * is in the file.
 */
public record DataFolder(Path path) {
  private static final String SUFFIX = ".jsonl";
  private static final String THROUGHPUT = "database.json";
  private static final String ID = "id";

  /** Characters of a name in a path; file systems allow 255 bytes. */
  private static final int MAX_FILE_NAME = 180;

  private static final int HASH_BYTES = 8;
  private static final Pattern SHORTENED = Pattern.compile(".*~[0-9a-f]{16}");

  /**
   * The stored names of what a load creates. They are there until it is complete, so that a start
   * after a killed process finds and removes what is not.
   */
  private static final String NOTES = "loading/";

  /** The target of a load: a database, or a container if it has a name. */
  private record Made(String database, @Nullable String container) {
    static Made of(ObjectNode note) {
      return new Made(note.path("database").textValue(), note.path("container").textValue());
    }

    Change note() {
      String name = NOTES + database + (container == null ? "" : "/" + container);
      return StoredDocuments.putChange(
          name, Json.object().put("database", database).put("container", container));
    }
  }

  /**
   * Loads every container that the account does not have yet. If one of the files is wrong, nothing
   * is loaded.
   *
   * @throws DataFileException if a file is wrong or can't be read
   */
  public void load(Account account) {
    Deque<Made> made = new ArrayDeque<>();
    try {
      refuse(path, DataFolder::isData, "its folder must be that of its database");
      for (Path folder : sorted(path, Files::isDirectory)) {
        loadDatabase(account, folder, made);
      }
      forget(account, made);
    } catch (RuntimeException e) {
      undo(account, made);
      throw e instanceof EngineException refused
          ? DataFileException.of(path, String.valueOf(e.getMessage()), refused)
          : e;
    }
  }

  /** Removes what a load has created whose process ended before it was complete. */
  public static void undoUnfinished(Account account) {
    Deque<Made> made = new ArrayDeque<>();
    account.documents().read(NOTES, (name, note) -> made.push(Made.of(note)));
    undo(account, made);
  }

  /** Removes what was created, the latest first. A database comes before its containers. */
  private static void undo(Account account, Deque<Made> made) {
    for (Made each : made) {
      account.databases().stream()
          .filter(database -> database.id().equals(each.database))
          .findFirst()
          .ifPresent(
              database -> {
                if (each.container == null) {
                  deleteDatabase(account, database);
                } else {
                  deleteContainer(account, database, each.container);
                }
              });
    }
    forget(account, made);
  }

  private static void note(Account account, Deque<Made> made, Made next) {
    account.documents().write(List.of(next.note()));
    made.push(next);
  }

  private static void forget(Account account, Deque<Made> made) {
    if (!made.isEmpty()) {
      account.documents().write(List.of(StoredDocuments.removeAllChange(NOTES)));
    }
  }

  private static void loadDatabase(Account account, Path folder, Deque<Made> made) {
    refuse(
        folder,
        file -> isData(file) && !file.endsWith(THROUGHPUT) && !isContainer(file),
        "a container's file is named NAME.jsonl");
    Database database = database(account, folder, made);
    for (Path file : sorted(folder, DataFolder::isContainer)) {
      String fileName = file.getFileName().toString();
      String name = name(fileName.substring(0, fileName.length() - SUFFIX.length()), file);
      if (database.containers().stream().noneMatch(known -> known.id().equals(name))) {
        note(account, made, new Made(database.id(), name));
        new ContainerFile(file, name).load(account, database);
      }
    }
  }

  private static boolean isContainer(Path file) {
    return file.toString().endsWith(SUFFIX);
  }

  private static boolean isData(Path file) {
    return isContainer(file) || file.toString().endsWith(".json");
  }

  /** Refuses files that somebody expects to be loaded. Others, such as a README, are left alone. */
  private static void refuse(Path folder, Predicate<Path> misplaced, String reason) {
    for (Path file : sorted(folder, misplaced)) {
      throw DataFileException.of(file, reason, null);
    }
  }

  private static Database database(Account account, Path folder, Deque<Made> created) {
    String name = name(folder.getFileName().toString(), folder.resolve(THROUGHPUT));
    for (Database known : account.databases()) {
      if (known.id().equals(name)) {
        return known;
      }
    }
    try {
      ObjectNode body = Json.object().put("id", IdRules.name(new TextNode(name)));
      note(account, created, new Made(name, null));
      Database made = account.createDatabase(body);
      addThroughput(account, made, folder.resolve(THROUGHPUT));
      return made;
    } catch (EngineException e) {
      throw DataFileException.of(folder, String.valueOf(e.getMessage()), e);
    }
  }

  private static void addThroughput(Account account, Database database, Path file) {
    if (!Files.exists(file)) {
      return;
    }
    try {
      ObjectNode content = Json.parseObject(Files.readAllBytes(file)).without(Set.of(ID));
      if (!content.isEmpty()) {
        account.addOffer(database, content);
      }
    } catch (EngineException | IOException e) {
      throw DataFileException.at(file, 1, String.valueOf(e.getMessage()));
    }
  }

  private static void deleteContainer(Account account, Database database, String name) {
    for (Container container : database.containers()) {
      if (container.id().equals(name)) {
        database.deleteContainer(container, null);
        account.offers().removeFor(container.rid());
      }
    }
  }

  private static void deleteDatabase(Account account, Database database) {
    account.deleteDatabase(database, null);
    account.offers().removeFor(database.rid());
  }

  private static List<Path> sorted(Path folder, Predicate<Path> wanted) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(wanted).sorted(Comparator.comparing(Path::toString)).toList();
    } catch (IOException e) {
      throw DataFileException.of(folder, "the folder can't be read (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Checks that the folder can take an export: it is missing or empty.
   *
   * @throws DataFileException if it contains something
   */
  public void checkEmpty() {
    if (Files.exists(path) && (!Files.isDirectory(path) || !sorted(path, any -> true).isEmpty())) {
      throw DataFileException.of(path, "an export needs a folder that is missing or empty", null);
    }
  }

  /**
   * Writes the contents of an account, each container as it is when its turn comes.
   *
   * @throws DataFileException if the folder is not empty, or if parts can't be written; the others
   *     are complete
   */
  public void export(Account account) {
    checkEmpty();
    List<String> failures = new ArrayList<>();
    Exception first = null;
    for (Database database : account.databases()) {
      Path folder = path.resolve(encoded(database.id()));
      try {
        Files.createDirectories(folder);
        writeDatabase(account, database, folder);
      } catch (IOException | RuntimeException e) {
        failures.add(folder + " (" + e + ")");
        first = first == null ? e : first;
        continue;
      }
      for (Container container : database.containers()) {
        Path file = folder.resolve(encoded(container.id()) + SUFFIX);
        try {
          new ContainerFile(file, container.id()).write(account, container);
        } catch (IOException | RuntimeException e) {
          failures.add(file + " (" + e + ")");
          first = first == null ? e : first;
          delete(file, failures);
        }
      }
    }
    if (!failures.isEmpty()) {
      throw DataFileException.of(path, "can't write " + String.join(", ", failures), first);
    }
  }

  private static void writeDatabase(Account account, Database database, Path folder)
      throws IOException {
    ObjectNode content = Json.object();
    if (isShortened(folder.getFileName().toString())) {
      content.put(ID, database.id());
    }
    if (account.offers().of(database.rid()).isPresent()) {
      content.setAll(ContainerFile.throughput(account, database.rid()));
    }
    if (!content.isEmpty()) {
      Files.write(folder.resolve(THROUGHPUT), Json.bytes(content));
    }
  }

  /** Or a part of a container would be loaded as if it were the whole. */
  private static void delete(Path file, List<String> failures) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      failures.add(file + " is incomplete and can't be deleted (" + e.getMessage() + ")");
    }
  }

  /**
   * A name that every file system can have: letters, digits, hyphens, underscores and dots. The end
   * of a long one is replaced by a hash.
   */
  static String encoded(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    String plain = encoded.replace("*", "%2A");
    String visible = plain.startsWith(".") ? "%2E" + plain.substring(1) : plain;
    return visible.length() <= MAX_FILE_NAME
        ? visible
        : visible.substring(0, MAX_FILE_NAME) + "~" + hash(name);
  }

  private static String hash(String name) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isShortened(String fileName) {
    return SHORTENED.matcher(fileName).matches();
  }

  /**
   * Returns the name of a database or container.
   *
   * @param file the file whose first line has the id, if the file's or folder's name is shortened
   */
  private static String name(String fileName, Path file) {
    if (!isShortened(fileName)) {
      return decoded(fileName);
    }
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      ObjectNode first =
          Json.parseObject(String.valueOf(lines.readLine()).getBytes(StandardCharsets.UTF_8));
      JsonNode id = (isContainer(file) ? first.path(ContainerFile.CONTAINER) : first).path(ID);
      if (id.isTextual()) {
        return id.textValue();
      }
    } catch (IOException | EngineException e) {
      throw DataFileException.at(file, 1, "can't be read (" + e.getMessage() + ")");
    }
    throw DataFileException.at(file, 1, "needs an id, because the name of its file is shortened");
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }
}
