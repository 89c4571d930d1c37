package dev.cosmoslocal.internal.http.explorer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.query.QueryText;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The data explorer, under {@code /_explorer}. Its page asks for data with the requests of the
 * protocol, under {@code /_explorer/api}: they take the same routes as those of clients, with the
 * same rules and charges. Only their authorization differs: instead of a signature they carry the
 * token of this start, come from this machine, and come from no page of another site.
 */
public final class Explorer {
  private static final String ROOT = "_explorer";
  private static final AsciiString TOKEN = AsciiString.cached("x-cosmos-local-token");
  private static final AsciiString FETCH_SITE = AsciiString.cached("sec-fetch-site");

  /** Matches names of this machine only, not those of the setting {@code hosts}. */
  private static final Pattern LOCAL =
      Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final Account account;
  private final ContainerLookup containers;
  private final AccountOverview overview;
  private final Switches switches;
  private final byte[] token;

  public Explorer(
      Account account,
      ContainerLookup containers,
      PartitionMeter meter,
      Switches switches,
      String token) {
    this.account = account;
    this.containers = containers;
    this.overview = new AccountOverview(account, containers.consistency(), meter, System::nanoTime);
    this.switches = switches;
    this.token = bytes(token);
  }

  /**
   * The address to open.
   *
   * @param endpoint the account's URL, which ends with a slash
   * @param token the secret of this start; a browser does not send this part of an address
   * @return a URL
   */
  public static String address(String endpoint, String token) {
    return endpoint + ROOT + "/#" + token;
  }

  public static boolean owns(ApiRequest request) {
    return !request.path().isEmpty() && request.path().get(0).equals(ROOT);
  }

  /**
   * Decides whether a request is served.
   *
   * @return the same request without the explorer's part of its path
   * @throws EngineException 401 without the token; 403 from another machine, to another host, or
   *     from a page of another site
   */
  public ApiRequest admit(ApiRequest request, @Nullable InetAddress peer) {
    if (peer == null || !peer.isLoopbackAddress()) {
      throw refusal("The explorer is available only to browsers on the machine of the emulator.");
    }
    String host = request.header(HttpHeaderNames.HOST).orElse("");
    if (!LOCAL.matcher(host).matches()) {
      throw refusal("The explorer must be opened as 127.0.0.1 or localhost.");
    }
    if (!isPage(request)) {
      checkSite(request, host);
      String given = request.header(TOKEN).orElse("");
      if (!MessageDigest.isEqual(bytes(given), token)) {
        throw new EngineException(
            UNAUTHORIZED,
            0,
            "The token is missing or expired. Open the address that the emulator printed at"
                + " startup.");
      }
    }
    int skipped = Math.min(2, request.path().size());
    List<String> rest = request.path().subList(skipped, request.path().size());
    return new ApiRequest(request.method(), rest, request.headers());
  }

  private static EngineException refusal(String sentence) {
    return new EngineException(FORBIDDEN, 0, sentence);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isPage(ApiRequest request) {
    boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
    return reads && (request.path().size() == 1 || verb(request).startsWith("explorer."));
  }

  private static String verb(ApiRequest request) {
    return request.path().size() < 2 ? "" : request.path().get(1);
  }

  /** Browsers send the origin of a request; other programs don't, but have the token. */
  private static void checkSite(ApiRequest request, String host) {
    boolean otherSite =
        request.header(FETCH_SITE).filter(site -> !site.equals("same-origin")).isPresent();
    boolean otherOrigin =
        request
            .header(HttpHeaderNames.ORIGIN)
            .filter(origin -> !origin.equals("http://" + host) && !origin.equals("https://" + host))
            .isPresent();
    if (otherSite || otherOrigin) {
      throw refusal("The explorer doesn't accept requests from other sites.");
    }
  }

  /**
   * Finds the handler of a request.
   *
   * @param request the request, admitted
   * @param meant what {@link #admit} has returned for it
   * @return empty if the account's own routes serve it
   * @throws EngineException 404 if it doesn\'t exist
   */
  public Optional<Route> route(ApiRequest request, ApiRequest meant) {
    if (isPage(request)) {
      return Optional.of(Route.blocking(Action.NONE, x -> ExplorerPages.get(verb(request))));
    }
    return switch (request.method() + " " + verb(request)) {
      case "GET overview" -> served(x -> ApiResponse.of(200, overview.databases()));
      case "GET partitions" -> served(x -> ApiResponse.of(200, overview.partitions(found(meant))));
      case "POST explain" -> served(this::explain);
      case "POST merged" -> served(this::merged);
      case "GET switches" -> served(x -> ApiResponse.of(200, switches.describe()));
      case "PUT switches" -> served(this::change);
      case "POST failover" -> served(this::failOver);
      case "POST split" -> served(x -> split(meant));
      default -> {
        if (!verb(request).equals("api")) {
          throw new EngineException(404, 0, "The explorer doesn't have this page.");
        }
        yield Optional.empty();
      }
    };
  }

  private static Optional<Route> served(Handler handler) {
    return Optional.of(Route.blocking(Action.NONE, handler));
  }

  /** The container of a path {@code dbs/DATABASE/colls/CONTAINER/…}. */
  private Container found(ApiRequest request) {
    if (request.path().size() < 4) {
      throw new EngineException(404, 0, "The path doesn't contain a container.");
    }
    return account.database(request.path().get(1)).container(request.path().get(3));
  }

  private ApiResponse change(Exchange exchange) {
    switches.change(Json.parseObject(exchange.request().body()));
    return ApiResponse.of(200, switches.describe());
  }

  private ApiResponse failOver(Exchange exchange) {
    JsonNode time = Json.parseObject(exchange.request().body()).path("milliseconds");
    if (!time.canConvertToInt() || time.asInt() < 0) {
      throw EngineException.badRequest("milliseconds must be a whole number of 0 or more.");
    }
    long lost = switches.failOver(Duration.ofMillis(time.asInt()));
    return ApiResponse.of(200, Json.object().put("transactions", lost));
  }

  private ApiResponse split(ApiRequest request) {
    List<String> ids = found(request).split(request.path().get(request.path().size() - 1));
    ArrayNode json = Json.array();
    ids.forEach(json::add);
    return ApiResponse.of(200, json);
  }

  /** The plan of a query over all partitions, and its use of indexes. */
  private ApiResponse explain(Exchange exchange) {
    Container container = found(exchange.request());
    QueryText text = QueryText.of(Json.parse(exchange.request().body()));
    ObjectNode json = Json.object();
    json.set("index", account.queries().indexUse(container, text));
    json.set("plan", account.queries().plan(container, text));
    return ApiResponse.of(200, json);
  }

  /** A query that only a client could merge. */
  private ApiResponse merged(Exchange exchange) {
    found(exchange.request());
    Container container = containers.of(exchange);
    QueryText text = QueryText.of(Json.parse(exchange.request().body()));
    return new ExplorerQuery(account.queries(), container, exchange).run(text);
  }
}
