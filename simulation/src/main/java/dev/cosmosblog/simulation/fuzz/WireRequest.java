package dev.cosmosblog.simulation.fuzz;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A request of the protocol before it is sent. Immutable.
 *
 * @param verb the method
 * @param path the segments of the path, not encoded
 * @param headers the headers besides those of the credentials
 * @param credentials how it shows that it may
 */
record WireRequest(
    String verb,
    List<String> path,
    Map<String, String> headers,
    String body,
    Credentials credentials) {

  /** Longer than the emulator's limits of a request's work and wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How a request shows that it may. */
  enum Credentials {
    /** Signed with the key. */
    KEY,
    /** The resource token of the sender's own container. */
    TOKEN,
    /** Not at all. */
    NONE,
    /** Signed with another key. */
    WRONG_KEY
  }

  static WireRequest of(String verb, String path) {
    return new WireRequest(verb, List.of(path.split("/")), Map.of(), "", Credentials.KEY);
  }

  static WireRequest query(String path, String text) {
    return of("POST", path)
        .with("x-ms-documentdb-isquery", "true")
        .with("content-type", "application/query+json")
        .withBody("{\"query\":" + HostileTexts.quoted(text) + "}");
  }

  WireRequest with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new WireRequest(verb, path, more, body, credentials);
  }

  WireRequest without(String name) {
    Map<String, String> less = new LinkedHashMap<>(headers);
    less.remove(name);
    return new WireRequest(verb, path, less, body, credentials);
  }

  WireRequest inPartition(String key) {
    return with("x-ms-documentdb-partitionkey", "[\"" + key + "\"]");
  }

  WireRequest withBody(String text) {
    return new WireRequest(verb, path, headers, text, credentials);
  }

  WireRequest withVerb(String other) {
    return new WireRequest(other, path, headers, body, credentials);
  }

  WireRequest withPath(List<String> segments) {
    return new WireRequest(verb, List.copyOf(segments), headers, body, credentials);
  }

  WireRequest by(Credentials other) {
    return new WireRequest(verb, path, headers, body, other);
  }

  /** Whether the response may contain the database's content. */
  boolean mayShow(String database) {
    return credentials == Credentials.KEY && path.contains(database);
  }

  /** Returns the request as it is sent. The client refuses non-ASCII letters in headers. */
  HttpRequest toHttp(URI endpoint, String key, String token) {
    String place = path.stream().map(WireRequest::encoded).collect(Collectors.joining("/"));
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.now().atOffset(ZoneOffset.UTC));
    String shown =
        switch (credentials) {
          case KEY -> signature(key, date);
          case WRONG_KEY -> signature("d3Jvbmc=", date);
          case TOKEN -> token;
          case NONE -> "";
        };
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + endpoint.getAuthority() + "/" + place))
            .method(verb, BodyPublishers.ofString(body))
            .timeout(PATIENCE)
            .setHeader("x-ms-date", date);
    if (!shown.isEmpty()) {
      request.setHeader("authorization", encoded(shown));
    }
    headers.forEach((name, value) -> request.setHeader(name, value.replaceAll("[^ -~]", "?")));
    return request.build();
  }

  private String signature(String key, String date) {
    boolean feed = path.size() % 2 == 1;
    String type = path.get(path.size() - (feed ? 1 : 2));
    String link = String.join("/", feed ? path.subList(0, path.size() - 1) : path);
    String text =
        String.join(
            "\n",
            verb.toLowerCase(Locale.ROOT),
            type.toLowerCase(Locale.ROOT),
            link,
            date.toLowerCase(Locale.ROOT),
            "",
            "");
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
      byte[] hash = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(hash);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
