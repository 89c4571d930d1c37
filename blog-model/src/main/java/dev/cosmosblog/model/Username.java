package dev.cosmosblog.model;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Validates usernames, and derives the canonical form by which they are compared. */
public final class Username {
  /** The maximum length of a username in characters (UTF-16 code units). */
  public static final int MAX_LENGTH = 255;

  // Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 17.0. It contains code
  // points that are reserved for later versions, so that newer platforms ignore nothing else.
  private static final Pattern IGNORABLE =
      Pattern.compile(
          "[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F"
              + "\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8"
              + "\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]");

  private static final Pattern SPACES = Pattern.compile("\\p{javaWhitespace}+");

  private record Refusal(Pattern characters, String reason) {
    Refusal(String characters, String reason) {
      this(Pattern.compile(characters), reason);
    }

    void check(String name) {
      Matcher found = characters.matcher(name);
      if (found.find()) {
        throw new InvalidUsernameException(found.group().codePointAt(0), reason);
      }
    }
  }

  private static final List<Refusal> REFUSALS =
      List.of(
          new Refusal("\\p{Cc}", "a control character"),
          new Refusal("[\\p{Zl}\\p{Zp}]", "which ends the line"),
          new Refusal("[\\uFFFC\\uFFFD]", "which replaces a lost character or object"),
          new Refusal("\\p{Co}", "which is for private use"),
          // Bidi_Control in PropList.txt.
          new Refusal(
              "[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]",
              "which changes the direction of the text around it"),
          new Refusal(
              "[\\u115F\\u1160\\u2800\\u3164\\uFFA0\\uFFF9-\\uFFFB\\x{16FE4}\\x{1D159}]",
              "which shows nothing in the place of a letter or symbol"),
          // A later version of Unicode may give it another canonical form (RFC 8264, section 9.10).
          // The pictographs between are reserved for emoji, which have none but themselves.
          new Refusal(
              "[\\p{Cn}&&[^\\x{1F300}-\\x{1FAFF}]]",
              "which the Unicode version of this Java platform does not know"));

  // The scripts whose letters a joiner or non-joiner may change (RFC 5892, appendix A).
  private static final String JOINED =
      Stream.of(
              "Arabic Syriac Mandaic Mongolian Nko Adlam Hanifi_Rohingya Sogdian Manichaean"
                  + " Phags_Pa Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada"
                  + " Malayalam Sinhala Myanmar Khmer Tibetan")
          .flatMap(names -> Stream.of(names.split(" ")))
          .map(script -> "\\p{Is" + script + "}")
          .collect(Collectors.joining("", "[", "]"));

  private static final String AFTER_JOINED = "(?<!" + JOINED + "\\p{Mn}{0,3}";
  private static final String NON_JOINER = AFTER_JOINED + ")\\u200C|\\u200C(?!" + JOINED + ")";
  // It also makes one emoji of two, the first of which may have a variant or a skin color.
  private static final String JOINER =
      AFTER_JOINED
          + "|[\\p{So}\\uFE0F\\x{1F3FB}-\\x{1F3FF}])\\u200D|\\u200D(?!"
          + JOINED
          + "|\\p{So})";

  private static final List<Refusal> INVISIBLE =
      List.of(
          new Refusal("[\\p{Cf}&&[^\\u200C\\u200D]]", "which only formats the text around it"),
          new Refusal(
              NON_JOINER + "|" + JOINER, "which joins or separates letters of other scripts"));

  private Username() {}

  /**
   * {@return the username, unchanged}
   *
   * @param username the name as the user writes it
   * @throws InvalidUsernameException if it is null, blank, invisible, too long or not well-formed,
   *     or contains a character that is a control, ends the line, reorders or formats the text,
   *     shows nothing, is private or unknown, or joins letters of a script that isn't joined
   */
  public static String check(@Nullable String username) {
    String name = checkStored(username);
    if (isPrintableAscii(name)) {
      return name;
    }
    REFUSALS.forEach(refusal -> refusal.check(name));
    if (canonical(name).codePoints().noneMatch(Username::visible)) {
      throw new InvalidUsernameException("has no visible character; give at least one.");
    }
    INVISIBLE.forEach(refusal -> refusal.check(name));
    return name;
  }

  /**
   * {@return the username, unchanged} A user may bear it who was named before {@link #check}
   * refused as much as now.
   *
   * @param username the name
   * @throws InvalidUsernameException if it is null, blank, too long or not well-formed
   */
  public static String checkStored(@Nullable String username) {
    String name = Content.wellFormed(username, InvalidUsernameException::new);
    if (name.isBlank()) {
      throw new InvalidUsernameException("is blank; give at least one visible character.");
    }
    if (name.length() > MAX_LENGTH) {
      throw new InvalidUsernameException(
          "has " + name.length() + " characters; at most " + MAX_LENGTH + " are allowed.");
    }
    return name;
  }

  /**
   * {@return the canonical form, by which usernames are compared}
   *
   * <p>It has no default-ignorable characters, is in NFKC and case-folded, and has single spaces
   * and none at its ends (RFC 8266). For the characters of Unicode 13, which Java 17 knows, all
   * later Java versions return the same form.
   *
   * @param username the name
   */
  public static String canonical(String username) {
    Objects.requireNonNull(username, "username");
    if (isPrintableAscii(username) && !username.contains("  ")) {
      return username.toLowerCase(Locale.ROOT).strip();
    }
    String visible = IGNORABLE.matcher(username).replaceAll("");
    return SPACES.matcher(folded(visible).strip()).replaceAll(" ");
  }

  /** Returns whether a name, like most, has only characters that all rules allow. */
  private static boolean isPrintableAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < ' ' || name.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static String folded(String text) {
    // NFKC leaves ASCII as it is.
    if (text.chars().allMatch(c -> c < 0x80)) {
      return text.toLowerCase(Locale.ROOT);
    }
    // Lower case comes first for U+1E9E, the capital sharp s: upper case leaves it as it is, but
    // makes SS of the small one.
    String lower = nfkc(text).toLowerCase(Locale.ROOT);
    return nfkc(lower.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
  }

  private static boolean visible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.FORMAT, Character.SPACE_SEPARATOR -> false;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
      default -> true;
    };
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
