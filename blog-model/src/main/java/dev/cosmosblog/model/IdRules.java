package dev.cosmosblog.model;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/** What an id may be. Source of the bounds: Microsoft's page "Azure Cosmos DB service quotas". */
final class IdRules {
  static final int MAX_BYTES = 1_023;

  /** The ASCII characters that are allowed anywhere but at an id's beginning. */
  private static final boolean[] PLAIN = new boolean[0x80];

  static {
    for (int c = 0; c < PLAIN.length; c++) {
      PLAIN[c] = !forbidden(c);
    }
  }

  private IdRules() {}

  static String check(String what, @Nullable String value, int maxBytes) {
    return value != null && isPlain(value, maxBytes) ? value : checkAll(what, value, maxBytes);
  }

  /**
   * Whether nothing can be wrong with it: short enough and of harmless ASCII, as almost all ids
   * are.
   */
  private static boolean isPlain(String id, int maxBytes) {
    if (id.isEmpty() || id.length() > maxBytes || id.charAt(0) == '.') {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c >= PLAIN.length || !PLAIN[c]) {
        return false;
      }
    }
    return true;
  }

  private static String checkAll(String what, @Nullable String value, int maxBytes) {
    String id = Text.wellFormed(value, problem -> new InvalidIdException(what, problem));
    if (id.isEmpty()) {
      throw new InvalidIdException(what, "is empty; give one of 1 to " + maxBytes + " bytes.");
    }
    int bytes = id.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > maxBytes) {
      throw new InvalidIdException(
          what, "takes " + bytes + " bytes in UTF-8; at most " + maxBytes + " are allowed.");
    }
    // A part of a URL's path that whoever normalises the URL takes out (RFC 3986, section 5.2.4).
    if (id.equals(".") || id.equals("..")) {
      throw new InvalidIdException(
          what, "is '" + id + "', which no URL can carry; choose another.");
    }
    // The SDK signs the id as it is, and sends it in a URL that java.net.URI puts into this form:
    // what was created could never be read again (401).
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
        what, "holds " + shown + "; '/', '\\', '?', '#' and control characters are not allowed.");
  }

  static void checkPrefix(String what, String id, String reserved) {
    if (id.startsWith(reserved)) {
      throw new InvalidIdException(
          what, "starts with '" + reserved + "', which is kept for the library's own items.");
    }
  }
}
