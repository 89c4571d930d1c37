package dev.cosmoslocal.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An emulator with resource tokens. The database db has the containers c and d, the user u, the
 * item i of the partition p, the item j of the partition q, and the scripts s, t and f.
 */
final class TokenEmulator implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String KEY = "a2V5";
  private static final String CONTAINER =
      "{'id':'%s','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}}";

  final SettableClock clock = SettableClock.runningWith(Clock.fixed(NOW, ZoneOffset.UTC));

  /** The names of the threads that handled requests. */
  final List<String> threads = new CopyOnWriteArrayList<>();

  final ServerConfig config =
      new ServerConfig(
          0, KEY, clock, () -> "activity", served -> threads.add(Thread.currentThread().getName()));
  private final HttpServer server = HttpServer.start(new Account(Clock.systemUTC(), 1), config);

  TokenEmulator() throws IOException {
    make();
  }

  /** Recreates all resources. */
  void make() throws IOException {
    send("DELETE", "dbs/db", "");
    send("POST", "dbs", "{'id':'db'}");
    for (String container : new String[] {"c", "d"}) {
      send("POST", "dbs/db/colls", CONTAINER.formatted(container));
      item(container, "i", "p");
      item(container, "j", "q");
      send("POST", "dbs/db/colls/" + container + "/sprocs", "{'id':'s','body':'function(){}'}");
      send(
          "POST",
          "dbs/db/colls/" + container + "/triggers",
          "{'id':'t','body':'function(){}','triggerType':'Pre','triggerOperation':'All'}");
      send("POST", "dbs/db/colls/" + container + "/udfs", "{'id':'f','body':'function(){}'}");
    }
    send("POST", "dbs/db/users", "{'id':'u'}");
  }

  private void item(String container, String id, String key) throws IOException {
    byKey(
        WireRequest.of("POST", "dbs/db/colls/" + container + "/docs")
            .inPartition(key)
            .withBody("{\"id\":\"" + id + "\",\"pk\":\"" + key + "\"}"));
  }

  /** Sends JSON with apostrophes, signed with the key. */
  String send(String verb, String path, String body) throws IOException {
    return byKey(WireRequest.of(verb, path).withBody(body.replace('\'', '"')));
  }

  /** Opens a connection whose requests have the time of the emulator's clock. */
  private Wire wire() {
    return new Wire(server.port(), KEY, clock.instant());
  }

  String byKey(WireRequest request) throws IOException {
    return wire().send(request);
  }

  String by(String token, WireRequest request) throws IOException {
    return wire()
        .send(
            request.bytes(
                Map.of("authorization", URLEncoder.encode(token, StandardCharsets.UTF_8))));
  }

  /** Sends the head of a request, and its body only after an action. */
  String by(String token, WireRequest request, Action beforeBody) throws IOException {
    byte[] bytes =
        request
            .with("expect", "100-continue")
            .bytes(Map.of("authorization", URLEncoder.encode(token, StandardCharsets.UTF_8)));
    int head = bytes.length - request.body().getBytes(StandardCharsets.UTF_8).length;
    try (Socket socket = wire().connect()) {
      socket.getOutputStream().write(bytes, 0, head);
      byte[] awaited = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.UTF_8);
      byte[] interim = socket.getInputStream().readNBytes(awaited.length);
      if (!Arrays.equals(interim, awaited)) {
        throw new IOException(new String(interim, StandardCharsets.UTF_8));
      }
      beforeBody.run();
      socket.getOutputStream().write(bytes, head, bytes.length - head);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Requests of another client. */
  interface Action {
    void run() throws IOException;
  }

  String unsigned(WireRequest request) throws IOException {
    return wire().send(request.bytes(Map.of()));
  }

  /** Creates a permission of the user u and returns the response. */
  String permit(String id, String mode, String resource, String key) throws IOException {
    String more = key.isEmpty() ? "" : ",'resourcePartitionKey':['" + key + "']";
    return send(
        "POST",
        "dbs/db/users/u/permissions",
        "{'id':'"
            + id
            + "','permissionMode':'"
            + mode
            + "','resource':'"
            + resource
            + "'"
            + more
            + "}");
  }

  /** Returns a token of a permission whose id ends with its mode. */
  String permitted(String name, String mode, String resource, String key) throws IOException {
    return json(permit(name + mode, mode, resource, key)).path("_token").textValue();
  }

  /** Returns a token for all of a resource or for one partition key. */
  String token(String mode, String resource, String key) throws IOException {
    String id = (mode + resource + key).replace('/', '-');
    return json(permit(id, mode, resource, key)).path("_token").textValue();
  }

  static JsonNode json(String answer) {
    return Json.parse(answer.substring(answer.indexOf("\r\n\r\n") + 4));
  }

  static int status(String answer) {
    return Integer.parseInt(answer.substring(9, 12));
  }

  @Override
  public void close() {
    server.close();
  }
}
