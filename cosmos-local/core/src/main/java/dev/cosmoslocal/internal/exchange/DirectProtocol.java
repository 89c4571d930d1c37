package dev.cosmoslocal.internal.exchange;

import io.netty.channel.ChannelPipeline;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The protocol that clients in direct mode speak on the port of HTTP. */
public interface DirectProtocol {
  /** The bytes by which a connection's protocol is recognized. */
  int FIRST_BYTES = 4;

  /** Returns whether a connection that begins with these bytes speaks this protocol. */
  boolean begins(int firstBytes);

  /**
   * Adds its handlers to the end of a connection's pipeline.
   *
   * @return whether a request has begun to arrive
   */
  BooleanSupplier join(ChannelPipeline pipeline, Link link);

  /**
   * The connection's surroundings.
   *
   * @param trusted is run after each request with a valid signature
   * @param patience the time after which a client is cut off that doesn't take its responses, or
   *     has not sent a valid request
   */
  record Link(ApiService service, BytesUnderWay underWay, Runnable trusted, Duration patience) {}
}
