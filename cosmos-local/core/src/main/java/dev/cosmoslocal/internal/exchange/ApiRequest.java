package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request, decoded as far as its transport.
 *
 * @param method the verb in upper case
 * @param path the decoded segments
 * @param body the body, empty if missing
 * @param replica the replica that the client has chosen, in direct mode; null in gateway mode
 */
public record ApiRequest(
    String method,
    List<String> path,
    HttpHeaders headers,
    byte[] body,
    @Nullable ReplicaAddress replica) {
  private static final byte[] NOTHING = {};

  /** The head of a request whose body has not arrived. */
  public ApiRequest(String method, List<String> path, HttpHeaders headers) {
    this(method, path, headers, NOTHING);
  }

  /** A request in gateway mode. */
  public ApiRequest(String method, List<String> path, HttpHeaders headers, byte[] body) {
    this(method, path, headers, body, null);
  }

  public ApiRequest withBody(byte[] arrived) {
    return arrived.length == 0 ? this : new ApiRequest(method, path, headers, arrived, replica);
  }

  /** A header. The SDK sends some empty ones, which count as absent. */
  public Optional<String> header(AsciiString name) {
    return Optional.ofNullable(headers.get(name)).filter(value -> !value.isEmpty());
  }

  /** Returns whether a header is "true", in any case. */
  public boolean flag(AsciiString name) {
    return header(name).filter(value -> value.equalsIgnoreCase("true")).isPresent();
  }

  /** Returns whether the request queries resources other than items. */
  public boolean isQuery() {
    return method.equals("POST") && flag(Headers.QUERY);
  }

  public int number(AsciiString name, int absent) {
    try {
      return header(name).map(Integer::parseInt).orElse(absent);
    } catch (NumberFormatException e) {
      throw EngineException.badRequest("The header " + name + " is not a number.");
    }
  }

  /** Returns whether the path has this many segments and these names at every other place. */
  public boolean isAt(int length, String... names) {
    if (path.size() != length) {
      return false;
    }
    for (int i = 0; i < names.length; i++) {
      if (!path.get(2 * i).equals(names[i])) {
        return false;
      }
    }
    return true;
  }
}
