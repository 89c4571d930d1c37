package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.RequestRecord;
import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The settings of a server.
 *
 * @param log is called for each answered request, on the thread that answers it
 * @param consistency the level of requests that name none, and the strongest that they may name
 */
public record ServerConfig(
    ServerAddress listening,
    String key,
    ConnectionLimits limits,
    Clock requestClock,
    Supplier<String> activityIds,
    Consumer<RequestRecord> log,
    Admission admission,
    FaultSource faults,
    Consistency consistency) {
  /**
   * Creates settings without limits or faults, with session consistency.
   *
   * @param port the port on 127.0.0.1, 0 for any free one
   * @param log is called for each answered request
   */
  public ServerConfig(
      int port,
      String key,
      Clock requestClock,
      Supplier<String> activityIds,
      Consumer<RequestRecord> log) {
    this(
        ServerAddress.onLoopback(port),
        key,
        ConnectionLimits.DEFAULT,
        requestClock,
        activityIds,
        log,
        Admission.UNLIMITED,
        FaultSource.NONE,
        Consistency.SESSION);
  }
}
