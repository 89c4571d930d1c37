package dev.cosmoslocal.internal.http;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * The address that a server listens on.
 *
 * @param address the address of an interface
 * @param port the port, 0 for any free one
 * @param tls encrypts connections; null for plain HTTP
 * @param hosts the names in lower case by which clients reach it, besides those of this machine
 */
public record ServerAddress(
    InetAddress address, int port, @Nullable SSLContext tls, Set<String> hosts) {
  /** A name or an IPv4 address, or an IPv6 address in brackets; and a port. */
  private static final Pattern AUTHORITY =
      Pattern.compile("([\\w.-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}])(?::\\d{1,5})?");

  private static final String LOOPBACK = "127.0.0.1";

  public ServerAddress {
    hosts = Set.copyOf(hosts);
  }

  /**
   * Returns an address that only programs on this machine reach.
   *
   * @param port the port, 0 for any free one
   * @return plain HTTP on 127.0.0.1
   */
  public static ServerAddress onLoopback(int port) {
    return new ServerAddress(
        new InetSocketAddress(LOOPBACK, port).getAddress(), port, null, Set.of());
  }

  /**
   * The URL for clients on this machine. It has a name rather than 127.0.0.1, because SDKs put a
   * client's preferred region into the host (class LocationHelper), and 127-westus.0.0.1 is
   * invalid.
   */
  String endpoint(int boundPort) {
    String literal = address.getHostAddress();
    String host = literal.contains(":") ? "[" + literal + "]" : literal;
    boolean named = address.isAnyLocalAddress() || literal.equals(LOOPBACK);
    return endpoint((named ? "localhost" : host) + ":" + boundPort);
  }

  /** The URL for a client that reached the server by this name. */
  String endpoint(String authority) {
    return (tls == null ? "http://" : "https://") + authority + "/";
  }

  /**
   * Returns whether the server answers to the host that a request names. A browser sends the name
   * that its user's page has, so that a page of another name is refused even if that name leads to
   * this machine (DNS rebinding). Programs may leave the host out; browsers never do.
   *
   * @param authority the header Host: a name or an address, with or without a port
   * @param reached the address of this machine that the connection came to
   */
  boolean answersTo(String authority, InetAddress reached) {
    if (authority.isEmpty()) {
      return true;
    }
    Matcher parts = AUTHORITY.matcher(authority);
    if (!parts.matches()) {
      return false;
    }
    String name = parts.group(1).toLowerCase(Locale.ROOT);
    if (name.equals("localhost") || hosts.contains(name)) {
      return true;
    }
    InetAddress literal = NetUtil.createInetAddressFromIpAddressString(name);
    return literal != null
        && (literal.isLoopbackAddress() || literal.equals(address) || literal.equals(reached));
  }

  /**
   * Checks the name of a host.
   *
   * @param name a name, or an address without brackets
   * @throws IllegalArgumentException if it is neither a name nor an address
   */
  public static String host(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String host = NetUtil.isValidIpV6Address(lower) ? "[" + lower + "]" : lower;
    Matcher parts = AUTHORITY.matcher(host);
    if (!parts.matches() || !parts.group(1).equals(host)) {
      throw new IllegalArgumentException("A host must be a name or an address, but was: " + name);
    }
    return host;
  }

  static SSLEngine engine(SSLContext tls) {
    SSLEngine engine = tls.createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }
}
