package dev.cosmosblog.local.internal.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * The address that a server listens on.
 *
 * @param address the address of an interface
 * @param port the port, 0 for any free one
 * @param tls encrypts connections; null for plain HTTP
 */
public record ServerAddress(InetAddress address, int port, @Nullable SSLContext tls) {
  private static final String LOOPBACK = "127.0.0.1";

  /**
   * Returns an address that only programs on this machine reach.
   *
   * @param port the port, 0 for any free one
   * @return plain HTTP on 127.0.0.1
   */
  public static ServerAddress onLoopback(int port) {
    return new ServerAddress(new InetSocketAddress(LOOPBACK, port).getAddress(), port, null);
  }

  /** The URL for clients on this machine. */
  String endpoint(int boundPort) {
    String host = address.isAnyLocalAddress() ? LOOPBACK : address.getHostAddress();
    return endpoint((host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort);
  }

  /** The URL for a client that reached the server by this name. */
  String endpoint(String authority) {
    return (tls == null ? "http://" : "https://") + authority + "/";
  }

  /** The encryption of one connection. */
  static SSLEngine engine(SSLContext tls) {
    SSLEngine engine = tls.createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }
}
