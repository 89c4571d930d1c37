package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.internal.engine.partition.PartitionBusyException;
import dev.cosmosblog.local.internal.engine.query.LongQueryException;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.http.auth.Credentials;
import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.ApiResponse;
import dev.cosmosblog.local.internal.http.exchange.ErrorResponse;
import dev.cosmosblog.local.internal.http.exchange.Exchange;
import dev.cosmosblog.local.internal.http.exchange.Headers;
import dev.cosmosblog.local.internal.http.exchange.PathDecoder;
import dev.cosmosblog.local.internal.http.exchange.Route;
import dev.cosmosblog.local.internal.http.exchange.WorkKind;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.script.ScriptException;
import dev.cosmosblog.local.request.RequestKind;
import dev.cosmosblog.local.request.RequestRecord;
import io.netty.handler.codec.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a request through authorization and routing to its response. */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final ServerConfig config;
  private final Credentials credentials;
  private final Router router;
  private final Workers workers;
  private final FaultInjection disturbance;

  Dispatcher(ServerConfig config, Router router, Workers workers, ScheduledExecutorService timer) {
    this.config = config;
    this.credentials = router.credentials();
    this.router = router;
    this.workers = workers;
    this.disturbance = new FaultInjection(timer);
  }

  /** Answers at once, or on another thread if the request may take long. */
  void dispatch(ArrivedRequest http, Consumer<ApiResponse> reply) {
    Call call = begin(http, System.nanoTime());
    Call.Step step = this::execute;
    List<InjectedFault> faults = faults(call);
    for (int i = faults.size() - 1; i >= 0; i--) {
      step = disturbance.before(faults.get(i), step);
    }
    step.run(call, reply);
  }

  private Call begin(ArrivedRequest http, long began) {
    HttpRequest head = http.head();
    String method = head.method().name();
    Route route = Route.quick(RequestKind.UNKNOWN, exchange -> ApiResponse.empty(404));
    ApiRequest request = new ApiRequest(method, List.of(), head.headers(), http.body());
    try {
      List<String> path = PathDecoder.segments(head.uri());
      request = new ApiRequest(method, path, head.headers(), http.body());
      route = router.route(request);
      credentials.check(request);
      return new Call(new Exchange(request, config.admission()), route, false, began);
    } catch (EngineException refusal) {
      return new Call(new Exchange(request, config.admission()), route, true, began)
          .answeredBy(exchange -> ErrorResponse.of(refusal));
    }
  }

  private List<InjectedFault> faults(Call call) {
    return call.refused()
        ? List.of()
        : config
            .faults()
            .on(call.route().kind(), () -> router.container(call.exchange().request()));
  }

  private void execute(Call call, Consumer<ApiResponse> reply) {
    WorkKind workKind = call.route().workKind();
    if (workKind != WorkKind.QUICK) {
      hand(call, workKind, reply);
      return;
    }
    ApiResponse response;
    try {
      response = finish(call);
    } catch (PartitionBusyException busy) {
      hand(call, WorkKind.BLOCKING, reply);
      return;
    } catch (LongQueryException query) {
      hand(call, WorkKind.LONG, reply);
      return;
    }
    reply.accept(response);
  }

  private void hand(Call call, WorkKind workKind, Consumer<ApiResponse> reply) {
    call.exchange().mayBlock();
    try {
      workers.run(workKind, () -> reply.accept(finish(call)));
    } catch (RejectedExecutionException e) {
      reply.accept(
          ErrorResponse.of(503, "The account is closing, or too many requests are waiting."));
    }
  }

  private ApiResponse finish(Call call) {
    Exchange exchange = call.exchange();
    ApiResponse response = answer(exchange, call.route());
    exchange.chargeThroughput();
    response
        .with(Headers.REQUEST_CHARGE, String.valueOf(exchange.charge()))
        .with(Headers.ACTIVITY_ID, config.activityIds().get());
    Duration took = Duration.ofNanos(System.nanoTime() - call.began()).plus(exchange.wayBack());
    tell(exchange, call.route().kind(), response, took);
    return response;
  }

  private ApiResponse answer(Exchange exchange, Route route) {
    try {
      return route.handler().handle(exchange);
    } catch (EngineException refusal) {
      return exchange.withSessionToken(ErrorResponse.of(refusal), refusal);
    } catch (QueryException refusal) {
      return ErrorResponse.of(refusal);
    } catch (ScriptException failure) {
      return ErrorResponse.of(failure);
    } catch (PartitionBusyException | LongQueryException elsewhere) {
      throw elsewhere;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("A {} request failed.", route.kind(), e);
      return ErrorResponse.of(500, "The local account failed to answer. Its log has the cause.");
    }
  }

  private void tell(Exchange exchange, RequestKind kind, ApiResponse response, Duration took) {
    Exchange.Usage usage = exchange.usage();
    try {
      config
          .log()
          .accept(
              new RequestRecord(
                  kind,
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
