package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.EngineException;
import dev.cosmosblog.local.query.QueryException;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a request from the wire through the signature and the router to its response. */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final ServerConfig config;
  private final MasterKey key;
  private final Router router;
  private final Executor slow;
  private final boolean writesWait;

  /** Where writes wait for a file, they don't hold up the event loop. */
  Dispatcher(ServerConfig config, Router router, Executor slow, boolean writesWait) {
    this.writesWait = writesWait;
    this.config = config;
    this.key = new MasterKey(config.key(), config.requestClock());
    this.router = router;
    this.slow = slow;
  }

  /** Answers at once, or from another thread if that may take long. */
  void dispatch(FullHttpRequest http, Consumer<ApiResponse> reply) {
    long began = System.nanoTime();
    Call call = begin(http);
    boolean waits = writesWait && !call.exchange.request().method().equals("GET");
    if (!call.route.slow() && !waits) {
      reply.accept(finish(call, began));
      return;
    }
    try {
      slow.execute(() -> reply.accept(finish(call, began)));
    } catch (RejectedExecutionException e) {
      reply.accept(ErrorBody.of(503, "The account is closing or has too many requests waiting."));
    }
  }

  private record Call(Exchange exchange, Route route) {}

  private Call begin(FullHttpRequest http) {
    byte[] body = ByteBufUtil.getBytes(http.content());
    try {
      ApiRequest request =
          new ApiRequest(
              http.method().name(), PathDecoder.segments(http.uri()), http.headers(), body);
      return new Call(new Exchange(request), router.route(request));
    } catch (EngineException refusal) {
      ApiRequest request = new ApiRequest(http.method().name(), List.of(), http.headers(), body);
      return new Call(
          new Exchange(request),
          Route.quick(
              Operation.UNKNOWN,
              exchange -> {
                throw refusal;
              }));
    }
  }

  private ApiResponse finish(Call call, long began) {
    Exchange exchange = call.exchange;
    ApiResponse response = answer(exchange, call.route);
    response
        .with(Headers.REQUEST_CHARGE, String.valueOf(exchange.charge()))
        .with(Headers.ACTIVITY_ID, config.activityIds().get());
    tell(exchange, call.route.operation(), response, Duration.ofNanos(System.nanoTime() - began));
    return response;
  }

  private ApiResponse answer(Exchange exchange, Route route) {
    try {
      key.check(exchange.request());
      return route.handler().handle(exchange);
    } catch (EngineException refusal) {
      return ErrorBody.of(refusal);
    } catch (QueryException refusal) {
      return ErrorBody.of(refusal);
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("A {} request failed.", route.operation(), e);
      return ErrorBody.of(500, "The local account failed to answer; its log says why.");
    }
  }

  private void tell(Exchange exchange, Operation operation, ApiResponse response, Duration took) {
    Exchange.Usage usage = exchange.usage();
    try {
      config
          .log()
          .accept(
              new Served(
                  operation,
                  usage.container(),
                  response.status(),
                  usage.partitions(),
                  usage.itemsLoaded(),
                  exchange.request().body().length,
                  response.body().length,
                  usage.charge(),
                  took,
                  exchange.request().header(Headers.USER_AGENT).orElse("")));
    } catch (RuntimeException e) {
      LOG.warn("A request listener failed.", e);
    }
  }
}
