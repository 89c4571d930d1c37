package dev.cosmoslocal.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ErrorResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.query.parse.QueryException;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Calls the emulator with REST requests, without a connection or signatures. */
final class Rest {
  private final Router router;

  Rest(int partitions) {
    router =
        Router.of(
            new Account(Clock.systemUTC(), partitions),
            () -> "",
            new ServerConfig(0, "a2V5", Clock.systemUTC(), () -> "id", served -> {}));
  }

  /** Parses JSON with apostrophes for quotation marks. */
  ApiResponse send(String method, String path, Map<AsciiString, String> headers, String body) {
    HttpHeaders all = new DefaultHttpHeaders();
    headers.forEach(all::add);
    byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    ApiRequest request =
        new ApiRequest(method, path.isEmpty() ? List.of() : List.of(path.split("/")), all, bytes);
    try {
      return router.route(request).handler().handle(new Exchange(request, Admission.UNLIMITED));
    } catch (EngineException refusal) {
      return ErrorResponse.of(refusal);
    } catch (QueryException refusal) {
      return ErrorResponse.of(refusal);
    }
  }

  /** Returns the charge of a request without a body. */
  double charge(String method, String path, Map<AsciiString, String> headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    headers.forEach(all::add);
    ApiRequest request = new ApiRequest(method, List.of(path.split("/")), all);
    Exchange exchange = new Exchange(request, Admission.UNLIMITED);
    router.route(request).handler().handle(exchange);
    return exchange.charge();
  }

  ApiResponse send(String method, String path, String body) {
    return send(method, path, Map.of(), body);
  }

  JsonNode json(String method, String path, String body) {
    return Json.parse(send(method, path, body).body());
  }

  /** Returns container settings with an id, a partition key and the given settings. */
  static String settings(String id, String more) {
    return "{'id':'"
        + id
        + "','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}"
        + more
        + "}";
  }
}
