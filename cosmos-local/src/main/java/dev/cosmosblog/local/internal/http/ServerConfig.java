package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.internal.engine.throughput.Admission;
import dev.cosmosblog.local.request.Consistency;
import dev.cosmosblog.local.request.RequestRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a server is started with.
 *
 * @param listening where it listens
 * @param key the account's key in Base64
 * @param arrival how long a request may take from its first byte to its last
 * @param requestClock decides which requests are too old
 * @param activityIds names each request
 * @param log is told of each answered request, on the thread that answers it
 * @param admission holds clients to their throughput
 * @param faults says what is to go wrong
 * @param consistency the level of requests that ask for none, and the strongest that they may ask
 *     for
 */
public record ServerConfig(
    ServerAddress listening,
    String key,
    Duration arrival,
    Clock requestClock,
    Supplier<String> activityIds,
    Consumer<RequestRecord> log,
    Admission admission,
    FaultSource faults,
    Consistency consistency) {
  /**
   * How long a request may take to arrive where nothing else is said: half of what the SDK waits
   * for an answer.
   */
  public static final Duration ARRIVAL = Duration.ofSeconds(30);

  /**
   * What a server is started with that has no bounds, session consistency, and in which nothing
   * goes wrong.
   *
   * @param port the port on 127.0.0.1, 0 for any free one
   * @param key the account's key in Base64
   * @param requestClock decides which requests are too old
   * @param activityIds names each request
   * @param log is told of each answered request
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
        ARRIVAL,
        requestClock,
        activityIds,
        log,
        Admission.UNLIMITED,
        FaultSource.NONE,
        Consistency.SESSION);
  }
}
