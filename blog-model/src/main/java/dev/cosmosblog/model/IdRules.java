package dev.cosmosblog.model;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Validates ids. The limits are on Microsoft's page "Azure Cosmos DB service quotas". */
final class IdRules {
  static final int MAX_BYTES = 1_023;

  /** Whether each character of ASCII is allowed. */
  private static final boolean[] ASCII = new boolean[0x80];

  static {
    for (int c = 0; c < ASCII.length; c++) {
      ASCII[c] = !forbidden(c);
    }
  }

  private IdRules() {}

  /** Checks an id of a kind of item, such as {@code "post"}. */
  static void check(String kind, @Nullable String value, int maxBytes) {
    if (value != null && isShortAscii(value, maxBytes)) {
      return;
    }
    String id = Content.wellFormed(value, problem -> invalid(kind, problem));
    String problem = problem(id, maxBytes);
    if (problem != null) {
      throw invalid(kind, problem);
    }
  }

  /** Fast path: almost all ids are short and consist of allowed ASCII characters. */
  private static boolean isShortAscii(String id, int maxBytes) {
    if (id.isEmpty() || id.length() > maxBytes || id.charAt(0) == '.') {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c >= ASCII.length || !ASCII[c]) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable String problem(String id, int maxBytes) {
    if (id.isEmpty()) {
      return "is empty; give an id of 1 to " + maxBytes + " bytes.";
    }
    int bytes = id.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > maxBytes) {
      return "takes %d bytes in UTF-8; at most %d are allowed. Choose a shorter id."
          .formatted(bytes, maxBytes);
    }
    // Normalizing a URL removes these segments from its path (RFC 3986, section 5.2.4).
    if (id.equals(".") || id.equals("..")) {
      return "is '" + id + "', which a URL cannot carry; choose another id.";
    }
    // The SDK signs the id as given, but sends it in a URL that java.net.URI normalizes to this
    // form: an item created under another form could never be read (401).
    if (!Normalizer.isNormalized(id, Normalizer.Form.NFC)) {
      return "is not in Unicode's normalization form C; normalize it with java.text.Normalizer.";
    }
    OptionalInt found = id.chars().filter(IdRules::forbidden).findFirst();
    if (found.isEmpty()) {
      return null;
    }
    int c = found.getAsInt();
    String shown = Character.isISOControl(c) ? "U+%04X".formatted(c) : "'" + (char) c + "'";
    return "contains "
        + shown
        + "; '/', '\\', '?', '#' and control characters are not allowed. Choose another id.";
  }

  private static boolean forbidden(int c) {
    return c == '/' || c == '\\' || c == '?' || c == '#' || Character.isISOControl(c);
  }

  static void checkPrefix(String kind, String id, String reserved) {
    if (id.startsWith(reserved)) {
      throw invalid(
          kind,
          "starts with '%s', which is reserved for items of this library; choose another id."
              .formatted(reserved));
    }
  }

  private static InvalidInputException invalid(String kind, String problem) {
    return new InvalidInputException(kind + "Id", "The %s id %s".formatted(kind, problem));
  }
}
