package dev.cosmosblog.local.internal.engine.transfer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.engine.account.Database;
import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.Json;
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

/**
 * A folder with the contents of an account: a folder for each database, in it a file of JSON lines
 * for each container, and {@code database.json} if the containers share throughput. Names are
 * percent-encoded where a file's name can't have them.
 */
public record DataFolder(Path path) {
  private static final String SUFFIX = ".jsonl";
  private static final String THROUGHPUT = "database.json";

  /**
   * Loads every container that the account does not have yet. If one of the files is wrong, nothing
   * is loaded.
   *
   * @throws DataFileException if a file is wrong or can't be read
   */
  public void load(Account account) {
    Deque<Runnable> undo = new ArrayDeque<>();
    try {
      refuse(path, DataFolder::isData, "its folder must be that of its database");
      for (Path folder : sorted(path, Files::isDirectory)) {
        loadDatabase(account, folder, undo);
      }
    } catch (RuntimeException e) {
      undo.forEach(Runnable::run);
      throw e;
    }
  }

  private static void loadDatabase(Account account, Path folder, Deque<Runnable> undo) {
    refuse(
        folder,
        file -> isData(file) && !file.endsWith(THROUGHPUT) && !isContainer(file),
        "a container's file is named NAME.jsonl");
    Database database = database(account, folder, undo);
    for (Path file : sorted(folder, DataFolder::isContainer)) {
      String fileName = file.getFileName().toString();
      String name = decoded(fileName.substring(0, fileName.length() - SUFFIX.length()));
      if (database.containers().stream().noneMatch(known -> known.id().equals(name))) {
        // The container is known as soon as it is created, even if its items are refused.
        undo.push(() -> deleteContainer(account, database, name));
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

  private static Database database(Account account, Path folder, Deque<Runnable> undo) {
    String name = decoded(folder.getFileName().toString());
    for (Database known : account.databases()) {
      if (known.id().equals(name)) {
        return known;
      }
    }
    try {
      Database made = account.createDatabase(Json.object().put("id", name));
      undo.push(() -> deleteDatabase(account, made));
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
