package dev.cosmosblog.simulation.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A response, checked against RFC 9112 and the documented protocol. */
record FuzzResponse(int status, Map<String, String> headers, byte[] body) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_HEAD = 100_000;
  private static final int ERRORS = 400;
  private static final int CONTINUE = 100;
  private static final Set<Integer> DOCUMENTED =
      Set.of(
          100, 200, 201, 204, 207, 304, 400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 429, 449,
          500, 503);

  /** Signals a response that isn't valid HTTP. */
  static final class MalformedException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  /**
   * Reads a response.
   *
   * @param verb the method of the request: a response to HEAD has no body
   * @return the response; null if the connection ended before it
   */
  static @Nullable FuzzResponse read(InputStream in, String verb) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        if (head.isEmpty()) {
          return null;
        }
        throw new EOFException("The head of a response is cut off.");
      }
      head.append((char) next);
      if (head.length() > MAX_HEAD) {
        throw new MalformedException("The head of a response does not end.");
      }
    }
    List<String> lines = List.of(head.toString().strip().split("\r\n"));
    if (!lines.get(0).matches("HTTP/1\\.1 [1-5]\\d\\d( .*)?")) {
      throw new MalformedException("No status line: " + lines.get(0));
    }
    int status = Integer.parseInt(lines.get(0).substring(9, 12));
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      if (!line.matches("[!-9;-~]+:.*")) {
        throw new MalformedException("No header: " + line);
      }
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    boolean empty = status < 200 || status == 204 || status == 304 || verb.equals("HEAD");
    String length = headers.getOrDefault("content-length", empty ? "0" : "none");
    if (!length.matches("\\d{1,9}")) {
      throw new MalformedException("The length of a response is " + length);
    }
    int count = empty ? 0 : Integer.parseInt(length);
    byte[] body = in.readNBytes(count);
    if (body.length < count) {
      throw new EOFException("The body of a response is cut off.");
    }
    return new FuzzResponse(status, headers, body);
  }

  boolean isInterim() {
    return status == CONTINUE;
  }

  /** Returns what is wrong with it; null if nothing is. */
  @Nullable String problem(String verb) {
    if (!DOCUMENTED.contains(status)) {
      return "The status " + status + " is not documented.";
    }
    boolean json = headers.getOrDefault("content-type", "").startsWith("application/json");
    if (status >= ERRORS && !verb.equals("HEAD") && (!json || body.length == 0)) {
      return "An error has no JSON.";
    }
    if (!json || body.length == 0) {
      return null;
    }
    try {
      JsonNode value = JSON.readTree(body);
      boolean told = value.path("code").isTextual() && value.path("message").isTextual();
      return status >= ERRORS && !told ? "An error has no code and message." : null;
    } catch (JsonProcessingException e) {
      return "The body is not JSON: " + e.getOriginalMessage();
    } catch (IOException e) {
      return "The body is not JSON.";
    }
  }

  boolean shows(String text) {
    return new String(body, StandardCharsets.UTF_8).contains(text)
        || headers.toString().contains(text);
  }
}
