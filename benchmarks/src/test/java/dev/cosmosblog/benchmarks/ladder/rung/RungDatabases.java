package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The contract's blog on one rung, written into one database and loaded into another. */
final class RungDatabases implements BeforeAllCallback, AfterAllCallback {
  private final RungKind kind;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<Rung> rungs = new ArrayList<>();

  RungDatabases(RungKind kind) {
    this.kind = kind;
  }

  List<Rung> rungs() {
    return rungs;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    LocalCosmos emulator =
        LocalCosmos.builder().physicalPartitions(3).scriptTime(Duration.ofMinutes(1)).start();
    open.add(emulator);
    ContractBlog.write(rung(emulator, "written"));
    ContractBlog.load(rung(emulator, "loaded"));
  }

  private Rung rung(LocalCosmos emulator, String database) throws IOException {
    BlogDatabase connection = Endpoint.of(emulator).connect(database, kind.label() + database);
    open.add(0, connection);
    AtomicInteger next = new AtomicInteger();
    Supplier<String> ids = () -> "like-" + next.incrementAndGet();
    Rung rung = kind.provision(connection, ids);
    rungs.add(rung);
    return rung;
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }
}
