package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.http.auth.SignedResource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends signed or unsigned bytes to the emulator, each time over a new connection. */
record Wire(int port, String key, Instant now) {
  private static final int PATIENCE_MILLIS = 10_000;

  /** Returns all bytes until the emulator closes the connection; fails if it doesn't. */
  String send(byte[] bytes) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  String send(WireRequest request) throws IOException {
    return send(signed(request));
  }

  byte[] signed(WireRequest request) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC));
    SignedResource resource = SignedResource.of(request.path());
    String text =
        String.join(
            "\n",
            request.verb().toLowerCase(Locale.ROOT),
            resource.type(),
            resource.fullName(),
            date.toLowerCase(Locale.ROOT),
            "",
            "");
    String token = "type=master&ver=1.0&sig=" + hmac(text);
    return request.bytes(
        Map.of(
            "x-ms-date", date, "authorization", URLEncoder.encode(token, StandardCharsets.UTF_8)));
  }

  Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
    return socket;
  }

  private String hmac(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
      byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
