package dev.cosmosblog.simulation.chaos;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmosblog.testsupport.LocalCertificate;
import dev.cosmoslocal.app.CosmosLocal;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The emulator in its own process, which takes orders on its input. */
record ChaosEmulator(ChildProcess process, Endpoint endpoint) implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  static ChaosEmulator start(ChaosSettings settings) throws IOException, InterruptedException {
    ChildProcess process =
        ChildProcess.start(
            ChildProcess.java(
                CosmosLocal.class, List.of("-Xmx1g", "-XX:+UseSerialGC"), arguments(settings)));
    URI uri = URI.create(process.awaitLine("endpoint "));
    return new ChaosEmulator(process, new Endpoint(uri, process.awaitLine("key ")));
  }

  private static String[] arguments(ChaosSettings settings)
      throws IOException, InterruptedException {
    String seed = String.valueOf(settings.seed());
    String partitions = String.valueOf(settings.partitions());
    List<String> all = new ArrayList<>(List.of("--port", "0", "--orders", "stdin"));
    all.addAll(List.of("--faults", seed, "--physical-partitions", partitions));
    if (settings.serviceConditions()) {
      String clock = String.valueOf(ChaosSettings.SETTLE.toMillis() / 2);
      all.addAll(List.of("--service-conditions", seed, "--clock-ms", clock));
    }
    if (settings.direct()) {
      all.addAll(List.of("--tls", LocalCertificate.create().toString()));
    }
    return all.toArray(String[]::new);
  }

  /** Switches the faults on. */
  void disturb() throws IOException, InterruptedException {
    order("disturb");
  }

  /** Switches the faults off; returns their numbers by name. */
  Map<String, Long> calm() throws IOException, InterruptedException {
    return JSON.readValue(order("calm"), new TypeReference<Map<String, Long>>() {});
  }

  /** Splits a container's first partition; returns the container's partitions. */
  String split(String database, String container) throws IOException, InterruptedException {
    return order("split " + database + " " + container);
  }

  private String order(String order) throws IOException, InterruptedException {
    process.send(order);
    return process.awaitLine("answer ");
  }

  @Override
  public void close() {
    process.close();
  }
}
