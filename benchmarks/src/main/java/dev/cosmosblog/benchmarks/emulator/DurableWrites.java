package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmoslocal.Durability;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The rate of writes to an in-process emulator, by what they survive.
 *
 * @param survived nothing, a crash of the process, or a loss of power
 * @param clients the threads that write at the same time
 * @param p50Ms the time of a write: the middle
 */
record DurableWrites(String survived, int clients, double perSecond, double p50Ms) {
  private static final int[] CLIENTS = {1, 16};

  static List<DurableWrites> measure(int writes, Screen screen)
      throws IOException, InterruptedException {
    screen.line("writes: in memory, in a file, and forced to the disk");
    List<DurableWrites> rows = new ArrayList<>();
    for (String survived : List.of("nothing", "a crash of the process", "a loss of power")) {
      for (int clients : CLIENTS) {
        rows.add(measure(survived, clients, writes));
      }
    }
    return rows;
  }

  private static DurableWrites measure(String survived, int clients, int writes)
      throws IOException, InterruptedException {
    // Temporary files of the system may be in memory.
    Path directory = Files.createTempDirectory(Path.of("").toAbsolutePath(), "durable-writes");
    try (LocalCosmos emulator = builder(survived, directory).start();
        CosmosClient client = Server.client(emulator.endpoint());
        Load load = new Load(clients)) {
      client.createDatabaseIfNotExists("durable");
      client.getDatabase("durable").createContainerIfNotExists("writes", "/pk");
      CosmosContainer container = client.getDatabase("durable").getContainer("writes");
      AtomicInteger numbers = new AtomicInteger();
      load.run(numbers, writes / 4, number -> create(container, number));
      long began = System.nanoTime();
      List<Long> took = load.run(numbers, writes, number -> create(container, number));
      double seconds = (System.nanoTime() - began) / 1e9;
      Latencies latencies = new Latencies();
      took.forEach(latencies::record);
      return new DurableWrites(survived, clients, writes / seconds, latencies.ms(50));
    } finally {
      delete(directory);
    }
  }

  private static void create(CosmosContainer container, int number) {
    container.createItem(SmallItems.of("item-" + number, "p-" + number, number));
  }

  private static LocalCosmosBuilder builder(String survived, Path directory) {
    LocalCosmosBuilder builder = LocalCosmos.builder();
    return switch (survived) {
      case "a crash of the process" -> builder.directory(directory);
      case "a loss of power" -> builder.directory(directory).durability(Durability.POWER_LOSS);
      default -> builder;
    };
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
