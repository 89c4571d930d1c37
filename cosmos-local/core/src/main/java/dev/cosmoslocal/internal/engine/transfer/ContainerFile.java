package dev.cosmoslocal.internal.engine.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.container.Script;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.OfferContent;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A container in a file of JSON lines. The first line is its definition: {@code container} with its
 * settings, {@code throughput} as in an offer, and its scripts. Each further line is an item,
 * without system properties.
 */
record ContainerFile(Path file, String name) {
  static final String CONTAINER = "container";
  private static final String THROUGHPUT = "throughput";

  private static final Map<String, ScriptKind> SCRIPTS =
      Map.of(
          "storedProcedures",
          ScriptKind.STORED_PROCEDURE,
          "triggers",
          ScriptKind.TRIGGER,
          "userDefinedFunctions",
          ScriptKind.FUNCTION);

  private static final Set<String> SYSTEM = Set.of("_rid", "_self", "_etag", "_ts");

  /** The threads that share the commits of a file, and the items that they take at a time. */
  private static final int WRITERS = 32;

  private static final int WINDOW = 2_048;

  /** An item and its line. */
  private record Line(int number, ObjectNode item) {}

  /**
   * Creates the container with its items.
   *
   * @throws DataFileException if a line is wrong
   */
  void load(Account account, Database database) {
    int number = 0;
    ExecutorService writers = account.durable() ? Executors.newFixedThreadPool(WRITERS) : null;
    // As bytes, so that what is not UTF-8 is found in its line.
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      Container container = null;
      List<Line> window = new ArrayList<>();
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        number++;
        if (text.isBlank()) {
          continue;
        }
        ObjectNode line = parse(text, number);
        if (container == null) {
          container = create(account, database, line, number);
        } else {
          window.add(new Line(number, line));
          if (window.size() == WINDOW) {
            store(container, window, writers);
            window.clear();
          }
        }
      }
      if (container == null) {
        throw DataFileException.at(file, 1, "the definition of the container is missing");
      }
      store(container, window, writers);
    } catch (IOException e) {
      throw DataFileException.at(file, number + 1, "it can't be read (" + e.getMessage() + ")");
    } finally {
      if (writers != null) {
        writers.shutdown();
      }
    }
  }

  private ObjectNode parse(String text, int number) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return Json.parseObject(bytes);
    } catch (CharacterCodingException e) {
      throw DataFileException.at(file, number, "it is not text in UTF-8");
    } catch (EngineException e) {
      throw DataFileException.at(file, number, "it is not a JSON object");
    }
  }

  private Container create(Account account, Database database, ObjectNode line, int number) {
    if (!(line.path(CONTAINER) instanceof ObjectNode settings)) {
      throw DataFileException.at(
          file, number, "the first line must have a member \"container\" with its settings");
    }
    for (Map.Entry<String, JsonNode> member : line.properties()) {
      checkMember(member.getKey(), member.getValue(), number);
    }
    if (!settings.path("id").asText(name).equals(name)) {
      throw DataFileException.at(
          file, number, "the id of the container must be the file's name, " + name);
    }
    try {
      return create(account, database, settings.put("id", name), line);
    } catch (EngineException e) {
      throw DataFileException.at(file, number, String.valueOf(e.getMessage()));
    }
  }

  private void checkMember(String member, JsonNode value, int number) {
    String must = "";
    if (SCRIPTS.containsKey(member)) {
      must = value.isArray() ? "" : " must be an array of scripts";
    } else if (member.equals(THROUGHPUT)) {
      must = value.isObject() ? "" : " must be an object such as {\"offerThroughput\":400}";
    } else if (!member.equals(CONTAINER)) {
      throw DataFileException.at(file, number, "a definition has no member \"" + member + "\"");
    }
    if (!must.isEmpty()) {
      throw DataFileException.at(file, number, "the member \"" + member + "\"" + must);
    }
  }

  private static Container create(
      Account account, Database database, ObjectNode settings, ObjectNode line) {
    Optional<ObjectNode> throughput =
        Optional.of(line.path(THROUGHPUT))
            .filter(ObjectNode.class::isInstance)
            .map(ObjectNode.class::cast);
    Container container =
        database.createContainer(
            settings, throughput.map(OfferContent::of).orElse(OfferContent.STANDARD));
    throughput
        .or(() -> account.offers().standard(database.rid()))
        .ifPresent(content -> account.addOffer(database, container, content));
    SCRIPTS.forEach(
        (member, kind) -> {
          for (JsonNode script : line.path(member)) {
            if (!(script instanceof ObjectNode body)) {
              throw EngineException.badRequest("each of the " + member + " must be an object");
            }
            container.scripts().create(kind, body);
          }
        });
    return container;
  }

  /** Stores items, those of several partition keys at a time where each waits for the disk. */
  private void store(Container container, List<Line> lines, @Nullable ExecutorService writers) {
    if (writers == null) {
      lines.forEach(line -> store(container, line));
      return;
    }
    Map<Integer, List<Line>> shares = new TreeMap<>();
    for (Line line : lines) {
      int share = Math.floorMod(key(container, line).hashCode(), WRITERS);
      shares.computeIfAbsent(share, none -> new ArrayList<>()).add(line);
    }
    shares.values().stream()
        .map(share -> writers.submit(() -> storeInOrder(container, share)))
        .toList()
        .stream()
        .map(ContainerFile::join)
        .flatMap(Optional::stream)
        .min(Comparator.comparingInt(DataFileException::line))
        .ifPresent(
            first -> {
              throw first;
            });
  }

  /** Stores items until one is refused. */
  private Optional<DataFileException> storeInOrder(Container container, List<Line> share) {
    try {
      share.forEach(line -> store(container, line));
      return Optional.empty();
    } catch (DataFileException refused) {
      return Optional.of(refused);
    }
  }

  private static Optional<DataFileException> join(Future<Optional<DataFileException>> stored) {
    try {
      return stored.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  private PartitionKeyValue key(Container container, Line line) {
    try {
      return container.state().definition().partitionKey().extract(line.item());
    } catch (EngineException e) {
      throw DataFileException.at(file, line.number(), String.valueOf(e.getMessage()));
    }
  }

  private void store(Container container, Line line) {
    try {
      container.execute(key(container, line), new ItemOperation.Create(line.item()));
    } catch (EngineException e) {
      throw DataFileException.at(file, line.number(), String.valueOf(e.getMessage()));
    }
  }

  /** Writes the container, its items in the order of their partition keys and ids. */
  void write(Account account, Container container) throws IOException {
    ObjectNode line = Json.object();
    ObjectNode settings = container.json();
    settings.properties().removeIf(setting -> setting.getKey().startsWith("_"));
    line.set(CONTAINER, settings);
    if (account.offers().of(container.rid()).isPresent()) {
      line.set(THROUGHPUT, throughput(account, container.rid()));
    }
    for (var kind : new TreeMap<>(SCRIPTS).entrySet()) {
      ArrayNode scripts = Json.array();
      container.scripts().all(kind.getValue()).stream()
          .sorted(Comparator.comparing(Script::id))
          .forEach(script -> scripts.add(script.json().without(SYSTEM)));
      if (!scripts.isEmpty()) {
        line.set(kind.getKey(), scripts);
      }
    }
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      write(out, line);
      for (Item item : items(container)) {
        write(out, item.user());
      }
    }
  }

  private static List<Item> items(Container container) {
    return container.liveItems().stream()
        .sorted(
            Comparator.comparing((Item item) -> item.key().partition().text())
                .thenComparing(item -> item.key().id()))
        .toList();
  }

  private static void write(BufferedWriter out, JsonNode line) throws IOException {
    out.write(new String(Json.bytes(line), StandardCharsets.UTF_8));
    out.write('\n');
  }

  /** The throughput of a database or a container as in its offer. */
  static ObjectNode throughput(Account account, String rid) {
    for (ObjectNode offer : account.offers().all()) {
      if (offer.path("offerResourceId").asText().equals(rid)) {
        return (ObjectNode) offer.path("content");
      }
    }
    throw new IllegalStateException("no offer of " + rid);
  }
}
