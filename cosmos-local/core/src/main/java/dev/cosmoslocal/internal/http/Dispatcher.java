package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.budget.EventLoopException;
import dev.cosmoslocal.internal.engine.partition.PartitionBusyException;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ApiService;
import dev.cosmoslocal.internal.exchange.ErrorResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.PathDecoder;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.exchange.WorkKind;
import dev.cosmoslocal.internal.http.auth.Grant;
import dev.cosmoslocal.internal.http.explorer.Explorer;
import dev.cosmoslocal.internal.http.resource.AddressesResource;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.script.ScriptException;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a request through authorization and routing to its response. */
final class Dispatcher implements ApiService {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private static final int LONGEST_HOST = 100;

  /** The account listens when it is ready, so that any answer to a probe says so. */
  private static final Set<String> PROBES = Set.of("alive", "ready");

  /** Uses no class of JSON, which the first start in a process loads afterwards. */
  private static final byte[] READY = "{\"status\":\"ready\"}".getBytes(StandardCharsets.UTF_8);

  private static final Route PROBED =
      Route.quick(Action.NONE, exchange -> ApiResponse.of(200, READY));

  private static final Route NOWHERE = Route.quick(Action.NONE, exchange -> ApiResponse.empty(404));

  private final ServerConfig config;
  private final Router router;
  private final @Nullable Explorer explorer;
  private final Workers workers;
  private final FaultInjection disturbance;

  Dispatcher(
      ServerConfig config,
      Router router,
      @Nullable Explorer explorer,
      Workers workers,
      ScheduledExecutorService timer) {
    this.config = config;
    this.router = router;
    this.explorer = explorer;
    this.workers = workers;
    this.disturbance = new FaultInjection(timer, workers);
  }

  /**
   * Decides by the head of a request whether it is served, before any of its body is kept.
   *
   * @param reached whether the server answers to the host that the client named
   */
  RequestHead open(HttpRequest http, boolean reached, @Nullable InetAddress peer) {
    return new RequestHead(http, admit(http, reached, peer));
  }

  private AdmittedRequest admit(HttpRequest http, boolean reached, @Nullable InetAddress peer) {
    String method = http.method().name();
    ApiRequest request = new ApiRequest(method, List.of(), http.headers());
    try {
      if (!reached) {
        throw otherHost(request);
      }
      request = new ApiRequest(method, PathDecoder.segments(http.uri()), http.headers());
      if (request.path().size() == 1 && request.path().get(0).equals("addresses")) {
        if (config.listening().tls() == null) {
          throw directMode();
        }
        request = AddressesResource.signed(http.uri(), http.headers());
        return admit(request, router.addresses()::route);
      }
      if (request.path().size() > 2 && request.path().get(0).equals("offers")) {
        throw belowAnOffer(request);
      }
      if (isProbe(request)) {
        return new AdmittedRequest(request, PROBED, Grant.NONE, null, false);
      }
      if (explorer != null && Explorer.owns(request)) {
        ApiRequest meant = explorer.admit(request, peer);
        Route route = explorer.route(request, meant).orElseGet(() -> router.route(meant));
        return new AdmittedRequest(meant, route, Grant.EVERYTHING, null, true);
      }
      return admit(request, router::route);
    } catch (EngineException refusal) {
      return new AdmittedRequest(request, NOWHERE, Grant.NONE, refusal, true);
    }
  }

  private AdmittedRequest admit(ApiRequest request, Function<ApiRequest, Route> routes) {
    Route route = NOWHERE;
    try {
      route = routes.apply(request);
      Grant grant = router.credentials().check(request);
      router.access().check(grant, route, request);
      return new AdmittedRequest(request, route, grant, null, false);
    } catch (EngineException refusal) {
      return new AdmittedRequest(request, route, Grant.NONE, refusal, true);
    }
  }

  /**
   * Probes of a supervisor need no authorization, and tell nothing about the contents. They have no
   * body, of which the account would keep something.
   */
  private static boolean isProbe(ApiRequest request) {
    return request.method().equals("GET")
        && request.path().size() == 1
        && PROBES.contains(request.path().get(0))
        && request.number(HttpHeaderNames.CONTENT_LENGTH, 0) == 0
        && request.header(HttpHeaderNames.TRANSFER_ENCODING).isEmpty();
  }

  /** A client in direct mode asks for the addresses of replicas before anything else. */
  private static EngineException directMode() {
    return EngineException.badRequest(
        "Without TLS, the emulator supports gateway mode only, but a client in direct mode"
            + " requested the addresses of replicas. Build it with"
            + " CosmosClientBuilder.gatewayMode(), or ConnectionMode.Gateway in .NET; or start the"
            + " emulator with LocalCosmos.builder().tls(…), or --tls of cosmos-local.jar.");
  }

  /**
   * The service refuses such a path before it checks the signature, as no client signs it: its
   * parts are not those of a resource (SDK for JavaScript 3.2, offer.spec.ts).
   */
  private static EngineException belowAnOffer(ApiRequest request) {
    return EngineException.badRequest(
        "The path of an offer is /offers/{_rid}, not /" + String.join("/", request.path()) + ".");
  }

  private static EngineException otherHost(ApiRequest request) {
    String host = request.header(HttpHeaderNames.HOST).orElse("");
    String shown = host.substring(0, Math.min(host.length(), LONGEST_HOST));
    return new EngineException(
        403,
        0,
        "The emulator refuses requests to the host "
            + shown
            + ". If clients use this name, set LocalCosmos.builder().hosts(…), or --hosts of"
            + " cosmos-local.jar.");
  }

  @Override
  public Cancellation serve(ApiRequest request, Consumer<ApiResponse> reply) {
    return dispatch(admit(request, router::route), request.body(), reply);
  }

  /**
   * Answers at once, or on another thread if the request may take long.
   *
   * @return ends the work on the request if nobody waits for its response any more
   */
  Cancellation dispatch(AdmittedRequest head, byte[] body, Consumer<ApiResponse> reply) {
    PendingRequest call = begin(head, body, System.nanoTime());
    PendingRequest.Step step = this::execute;
    List<InjectedFault> faults = faults(call);
    for (int i = faults.size() - 1; i >= 0; i--) {
      step = disturbance.before(faults.get(i), step);
    }
    step.run(call, reply);
    return call.exchange().cancellation();
  }

  private PendingRequest begin(AdmittedRequest head, byte[] body, long began) {
    Route route = head.route();
    Exchange exchange = new Exchange(head.request().withBody(body), config.admission());
    EngineException refusal = head.refusal();
    if (refusal != null) {
      return new PendingRequest(exchange, route, true, began)
          .answeredBy(answered -> ErrorResponse.of(refusal));
    }
    // Where the handler runs: only workers parse bodies.
    Route checked =
        head.grant() instanceof Grant.Permission
            ? route.after(x -> checkAgain(route, x.request()))
            : route;
    return new PendingRequest(exchange, checked, head.undisturbed(), began);
  }

  /** A permission may have ended, or its container, since the head of the request arrived. */
  private void checkAgain(Route route, ApiRequest request) {
    Grant grant = router.credentials().check(request);
    router.access().check(grant, route, request);
    router.access().checkBody(grant, route, request);
  }

  private List<InjectedFault> faults(PendingRequest call) {
    return call.undisturbed()
        ? List.of()
        : config
            .faults()
            .on(call.route().kind(), () -> router.container(call.exchange().request()));
  }

  private void execute(PendingRequest call, Consumer<ApiResponse> reply) {
    WorkKind workKind = workKind(call);
    if (workKind != WorkKind.QUICK) {
      hand(call, workKind, reply);
      return;
    }
    ApiResponse response;
    try {
      response = finish(call);
    } catch (PartitionBusyException | EventLoopException longer) {
      hand(call, WorkKind.BLOCKING, reply);
      return;
    }
    reply.accept(response);
  }

  /** To parse a body, and to do what it says, may take long. */
  private static WorkKind workKind(PendingRequest call) {
    WorkKind workKind = call.route().workKind();
    boolean hasBody = call.exchange().request().body().length > 0;
    return workKind == WorkKind.QUICK && hasBody ? WorkKind.BLOCKING : workKind;
  }

  private void hand(PendingRequest call, WorkKind workKind, Consumer<ApiResponse> reply) {
    call.exchange().mayBlock();
    try {
      workers.run(workKind, call.exchange().cancellation(), () -> reply.accept(finishSafely(call)));
    } catch (RejectedExecutionException e) {
      reply.accept(rejected());
    }
  }

  static ApiResponse rejected() {
    return ErrorResponse.of(503, "The emulator is closing, or too many requests are waiting.");
  }

  /** A client that gets no response waits for ever. */
  private ApiResponse finishSafely(PendingRequest call) {
    try {
      return finish(call);
    } catch (RuntimeException | Error e) {
      return failed(call.route(), e);
    }
  }

  static ApiResponse failed(Route route, Throwable failure) {
    LOG.error("A {} request failed.", route.kind(), failure);
    return ErrorResponse.of(500, "The emulator failed. Its log has the cause.");
  }

  private ApiResponse finish(PendingRequest call) {
    Exchange exchange = call.exchange();
    ApiResponse response =
        router.account().request(exchange.lockMode(), () -> answer(exchange, call.route()));
    exchange.chargeThroughput();
    if (!call.undisturbed()) {
      router.containers().atReplica(response, exchange);
    }
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
    } catch (BudgetExceededException refusal) {
      return ErrorResponse.of(refusal);
    } catch (PartitionBusyException | EventLoopException elsewhere) {
      throw elsewhere;
    } catch (RuntimeException | Error e) {
      return failed(route, e);
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
                  exchange.request().method(),
                  "/" + String.join("/", exchange.request().path()),
                  usage.container(),
                  response.status(),
                  Integer.parseInt(response.headers().getOrDefault(Headers.SUB_STATUS, "0")),
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
