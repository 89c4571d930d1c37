package dev.cosmosblog.model;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/** Validation of ids. Source of the bounds: Microsoft's page "Azure Cosmos DB service quotas". */
final class IdRules {
  static final int MAX_BYTES = 1_023;

  /** The ASCII characters that are allowed anywhere except at the beginning of an id. */
  private static final boolean[] ALLOWED_ASCII = new boolean[0x80];

  static {
    for (int c = 0; c < ALLOWED_ASCII.length; c++) {
      ALLOWED_ASCII[c] = !forbidden(c);
    }
  }

  private IdRules() {}

  static String check(String what, @Nullable String value, int maxBytes) {
    return value != null && isShortAscii(value, maxBytes)
        ? value
        : checkEveryRule(what, value, maxBytes);
  }

  /** Fast path: almost all ids are short and consist of allowed ASCII characters. */
  private static boolean isShortAscii(String id, int maxBytes) {
    if (id.isEmpty() || id.length() > maxBytes || id.charAt(0) == '.') {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c >= ALLOWED_ASCII.length || !ALLOWED_ASCII[c]) {
        return false;
      }
    }
    return true;
  }

  private static String checkEveryRule(String what, @Nullable String value, int maxBytes) {
    String id = TextRules.wellFormed(value, problem -> new InvalidIdException(what, problem));
    if (id.isEmpty()) {
      throw new InvalidIdException(what, "is empty; give one of 1 to " + maxBytes + " bytes.");
    }
    int bytes = id.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > maxBytes) {
      throw new InvalidIdException(
          what, "takes " + bytes + " bytes in UTF-8; at most " + maxBytes + " are allowed.");
    }
    // Normalizing a URL removes these segments from its path (RFC 3986, section 5.2.4).
    if (id.equals(".") || id.equals("..")) {
      throw new InvalidIdException(
          what, "is '" + id + "', which a URL cannot carry; choose another.");
    }
    // The SDK signs the id as given, but sends it in a URL that java.net.URI normalizes to this
    // form: an item created under another form could never be read (401).
    if (!Normalizer.isNormalized(id, Normalizer.Form.NFC)) {
      throw new InvalidIdException(
          what, "is not in Unicode's normalization form C; normalize it (java.text.Normalizer).");
    }
    id.chars().filter(IdRules::forbidden).findFirst().ifPresent(c -> refuse(what, c));
    return id;
  }

  private static boolean forbidden(int c) {
    return c == '/' || c == '\\' || c == '?' || c == '#' || Character.isISOControl(c);
  }

  private static void refuse(String what, int c) {
    String shown = Character.isISOControl(c) ? "U+%04X".formatted(c) : "'" + (char) c + "'";
    throw new InvalidIdException(
        what,
        "contains " + shown + "; '/', '\\', '?', '#' and control characters are not allowed.");
  }

  static void checkPrefix(String what, String id, String reserved) {
    if (id.startsWith(reserved)) {
      throw new InvalidIdException(
          what, "starts with '" + reserved + "', which is reserved for the library's own items.");
    }
  }
}
