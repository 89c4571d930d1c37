package dev.cosmosblog.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Responds to a container runtime's probes on a port. */
final class HealthEndpoint implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final @Nullable HttpServer server;

  private HealthEndpoint(@Nullable HttpServer server) {
    this.server = server;
  }

  /**
   * Starts to respond.
   *
   * @param port the port; 0 for any that is free, null for none
   */
  static HealthEndpoint start(@Nullable Integer port, Supplier<ChangeFeedHealth> health)
      throws IOException {
    if (port == null) {
      return new HealthEndpoint(null);
    }
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/health/live", probe -> answer(probe, health, HealthEndpoint::isLive));
    server.createContext("/health/ready", probe -> answer(probe, health, HealthEndpoint::isReady));
    server.start();
    return new HealthEndpoint(server);
  }

  /** A process that starts or stops is live. One that is DOWN while it runs should be restarted. */
  private static boolean isLive(ChangeFeedHealth health) {
    return health.lifecycle() != Lifecycle.RUNNING || isReady(health);
  }

  private static boolean isReady(ChangeFeedHealth health) {
    return health.status() != HealthStatus.DOWN;
  }

  private static void answer(
      HttpExchange probe, Supplier<ChangeFeedHealth> supplier, Predicate<ChangeFeedHealth> good)
      throws IOException {
    try (probe) {
      ChangeFeedHealth health = supplier.get();
      byte[] body = JSON.writeValueAsBytes(json(health));
      probe.getResponseHeaders().set("Content-Type", "application/json");
      probe.sendResponseHeaders(good.test(health) ? OK : UNAVAILABLE, body.length);
      probe.getResponseBody().write(body);
    }
  }

  private static ObjectNode json(ChangeFeedHealth health) {
    ObjectNode json = JSON.createObjectNode();
    json.put("status", health.status().name());
    json.put("lifecycle", health.lifecycle().name());
    json.put("host", health.hostName());
    ArrayNode sources = json.putArray("sources");
    for (SourceHealth source : List.of(health.users(), health.posts())) {
      ObjectNode each = sources.addObject();
      each.put("source", source.source().name());
      each.put("status", source.status().name());
      source.problem().ifPresent(problem -> each.put("problem", problem));
      each.put("ranges", source.ranges());
      each.put("batches", source.batches());
      each.put("deadLetters", source.deadLetters());
      source.lastBatchAt().ifPresent(time -> each.put("lastBatchAt", time.toString()));
    }
    return json;
  }

  OptionalInt port() {
    return server == null ? OptionalInt.empty() : OptionalInt.of(server.getAddress().getPort());
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop(0);
    }
  }
}
