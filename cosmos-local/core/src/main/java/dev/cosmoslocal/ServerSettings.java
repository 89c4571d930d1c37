package dev.cosmoslocal;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.http.ActivityIds;
import dev.cosmoslocal.internal.http.FaultSource;
import dev.cosmoslocal.internal.http.HttpServer;
import dev.cosmoslocal.internal.http.ServerAddress;
import dev.cosmoslocal.internal.http.ServerConfig;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import java.net.InetAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an account's server. {@link LocalCosmosBuilder} documents each of them. Not safe
 * for many threads.
 */
final class ServerSettings {
  private final List<RequestListener> listeners = new ArrayList<>();
  private int port;
  private InetAddress address = ServerAddress.onLoopback(0).address();
  private @Nullable SSLContext tls;
  private Set<String> hosts = Set.of();
  private ConnectionLimits limits = ConnectionLimits.DEFAULT;
  private String key = LocalCosmos.WELL_KNOWN_KEY;
  private Consistency consistency = Consistency.SESSION;
  private Clock requestClock = Clock.systemUTC();
  private boolean explorer;

  void port(int number) {
    port = number;
  }

  void address(InetAddress ofInterface) {
    address = ofInterface;
  }

  void tls(SSLContext context) {
    tls = context;
  }

  void hosts(Set<String> names) {
    hosts = names;
  }

  void limits(ConnectionLimits ofConnections) {
    limits = ofConnections;
  }

  void key(String base64) {
    key = base64;
  }

  void consistency(Consistency level) {
    consistency = level;
  }

  void requestClock(Clock ofRequests) {
    requestClock = ofRequests;
  }

  void listener(RequestListener listener) {
    listeners.add(listener);
  }

  void explorer() {
    explorer = true;
  }

  /** Refuses an explorer that nobody could reach. */
  void check() {
    if (explorer && !address.isAnyLocalAddress() && !address.isLoopbackAddress()) {
      throw new IllegalStateException(
          "An explorer needs an account that listens on 127.0.0.1 or on all addresses.");
    }
  }

  /** Starts the server of an account under conditions of the service. */
  LocalCosmos start(Account account, Clock clock, SimulatedService service, FaultInjector faults) {
    if (!explorer) {
      ServerConfig config =
          config(service.admission(account.offers(), clock), service.distant(faults));
      return new LocalCosmos(
          HttpServer.start(account, config), account, key, faults, consistency, null);
    }
    ServiceSwitches switches = new ServiceSwitches(service, account, clock, faults, consistency);
    return new LocalCosmos(
        HttpServer.start(account, config(switches.admission(), switches), switches.explorer()),
        account,
        key,
        faults,
        consistency,
        switches);
  }

  private ServerConfig config(Admission admission, FaultSource faults) {
    List<RequestListener> told = List.copyOf(listeners);
    return new ServerConfig(
        new ServerAddress(address, port, tls, hosts),
        key,
        limits,
        requestClock,
        new ActivityIds(),
        request -> told.forEach(listener -> listener.onRequest(request)),
        admission,
        faults,
        consistency);
  }
}
