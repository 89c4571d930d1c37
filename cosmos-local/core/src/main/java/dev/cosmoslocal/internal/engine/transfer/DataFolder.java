package dev.cosmoslocal.internal.engine.transfer;

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
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder with the contents of an account: a folder for each database, in it a file of JSON lines
 * for each container, and {@code database.json} if the containers share throughput. Names are
 * percent-encoded where a file's name can't have them.
 */
public record DataFolder(Path path) {
  private static final String SUFFIX = ".jsonl";
  private static final String THROUGHPUT = "database.json";

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
      String name = decoded(fileName.substring(0, fileName.length() - SUFFIX.length()));
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
    String name = decoded(folder.getFileName().toString());
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
      ObjectNode content = Json.parseObject(Files.readAllBytes(file));
      account.offers().add(database.rid(), "dbs/" + database.rid() + "/", content);
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
   * @throws DataFileException if the folder is not empty or can't be written
   */
  public void export(Account account) {
    checkEmpty();
    for (Database database : account.databases()) {
      Path folder = path.resolve(encoded(database.id()));
      try {
        Files.createDirectories(folder);
        if (account.offers().of(database.rid()).isPresent()) {
          byte[] content = Json.bytes(ContainerFile.throughput(account, database.rid()));
          Files.write(folder.resolve(THROUGHPUT), content);
        }
        for (Container container : database.containers()) {
          Path file = folder.resolve(encoded(container.id()) + SUFFIX);
          new ContainerFile(file, container.id()).write(account, container);
        }
      } catch (IOException e) {
        throw DataFileException.of(folder, "can't be written (" + e.getMessage() + ")", e);
      }
    }
  }

  /** A name that every file system can have: letters, digits, hyphens, underscores and dots. */
  static String encoded(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    String plain = encoded.replace("*", "%2A");
    return plain.startsWith(".") ? "%2E" + plain.substring(1) : plain;
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }
}
