package dev.cosmosblog.store.internal.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A stored procedure. The hash in its id allows hosts with different versions to use one container.
 */
public record Script(String id, String body) {
  public static final Script COUNTED_WRITE = load("countedWrite");

  public static final List<Script> ALL = List.of(COUNTED_WRITE);

  private static final int HASH_DIGITS = 12;

  private static Script load(String name) {
    try (InputStream resource = Script.class.getResourceAsStream("scripts/" + name + ".js")) {
      if (resource == null) {
        throw new IllegalStateException("The script " + name + " is missing in the library's jar.");
      }
      byte[] body = resource.readAllBytes();
      String hash = sha256(body).substring(0, HASH_DIGITS);
      return new Script(name + "-" + hash, new String(body, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String sha256(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
