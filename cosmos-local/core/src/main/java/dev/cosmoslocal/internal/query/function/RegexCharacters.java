package dev.cosmoslocal.internal.query.function;

import dev.cosmoslocal.internal.query.function.RegexParser.Modifiers;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Parses the part of a regular expression that matches one character. */
final class RegexCharacters {
  private static final String CLASSES = "dDwWsShHvV";
  private static final int HEX = 16;
  private static final int OCTAL = 8;

  private final String text;
  private final Modifiers modifiers;
  private int at;

  RegexCharacters(String text, int at, Modifiers modifiers) {
    this.text = text;
    this.at = at;
    this.modifiers = modifiers;
  }

  /** The position after the part. */
  int end() {
    return at;
  }

  /** The characters that the part stands for. */
  IntPredicate set() {
    int character = take();
    return switch (character) {
      case '.' -> modifiers.dotAll() ? c -> true : c -> !isLineEnd(c);
      case '[' -> bracketed();
      case '\\' -> escaped();
      case '*', '+', '?' -> throw invalid("'" + (char) character + "' has nothing to repeat");
      default -> literal(character, modifiers.fold());
    };
  }

  /** A character, and its other case if case is ignored. */
  static IntPredicate literal(int character, boolean fold) {
    if (!fold) {
      return c -> c == character;
    }
    int folded = folded(character);
    return c -> c == character || folded(c) == folded;
  }

  static boolean isWord(int character) {
    return character == '_' || Character.isLetterOrDigit(character);
  }

  private static int folded(int character) {
    return Character.toLowerCase(Character.toUpperCase(character));
  }

  private static boolean isLineEnd(int c) {
    return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
  }

  private static QueryException invalid(String why) {
    return QueryException.badRequest("Invalid regular expression: " + why);
  }

  private int take() {
    if (at >= text.length()) {
      throw invalid("it ends in the middle");
    }
    int character = text.codePointAt(at);
    at += Character.charCount(character);
    return character;
  }

  private IntPredicate escaped() {
    char letter = at < text.length() ? text.charAt(at) : 0;
    if (CLASSES.indexOf(letter) >= 0 || letter == 'p' || letter == 'P') {
      return named();
    }
    return literal(escapedCharacter(), modifiers.fold());
  }

  /** A class with a name, such as \d or \p{Lu}: the JDK knows their characters. */
  private IntPredicate named() {
    int from = at;
    boolean property = Character.toLowerCase(take()) == 'p';
    if (property && take() == '{') {
      while (take() != '}') {
        // Up to the end of the name.
      }
    }
    String name = text.substring(from, at);
    if (!name.matches("[dDwWsShHvV]|[pP][A-Z]|[pP]\\{\\w{1,40}(=\\w{1,40})?\\}")) {
      throw invalid("\\" + name + " is unknown");
    }
    switch (name) {
      case "d":
        return c -> c >= '0' && c <= '9';
      case "s":
        return c -> c == ' ' || c >= '\t' && c <= '\r';
      default:
        break;
    }
    try {
      return of(Pattern.compile("\\" + name));
    } catch (PatternSyntaxException e) {
      throw invalid("\\" + name + " is unknown");
    }
  }

  private static IntPredicate of(Pattern one) {
    return c -> one.matcher(Character.toString(c)).matches();
  }

  private int escapedCharacter() {
    int letter = take();
    return switch (letter) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      case 'a' -> 7;
      case 'e' -> 27;
      case '0' -> number(OCTAL, 3);
      case 'x' -> at < text.length() && text.charAt(at) == '{' ? braced() : number(HEX, 2);
      case 'u' -> number(HEX, 4);
      case 'c' -> take() ^ 64;
      default -> {
        if (letter < 128 && Character.isLetterOrDigit(letter)) {
          throw invalid("\\" + (char) letter + " is unknown");
        }
        yield letter;
      }
    };
  }

  private int number(int radix, int digits) {
    int from = at;
    while (at < text.length()
        && at < from + digits
        && Character.digit(text.charAt(at), radix) >= 0) {
      at++;
    }
    return at == from ? 0 : Integer.parseInt(text.substring(from, at), radix);
  }

  private int braced() {
    at++;
    int number = number(HEX, 6);
    if (take() != '}' || number > Character.MAX_CODE_POINT) {
      throw invalid("\\x{ is malformed");
    }
    return number;
  }

  private IntPredicate bracketed() {
    boolean negated = at < text.length() && text.charAt(at) == '^';
    at += negated ? 1 : 0;
    List<IntPredicate> members = new ArrayList<>();
    do {
      members.add(member());
    } while (at < text.length() && text.charAt(at) != ']');
    if (take() != ']') {
      throw invalid("']' is missing");
    }
    IntPredicate[] all = members.toArray(IntPredicate[]::new);
    return c -> any(all, c) != negated;
  }

  private static boolean any(IntPredicate[] members, int character) {
    for (IntPredicate member : members) {
      if (member.test(character)) {
        return true;
      }
    }
    return false;
  }

  /** A character, a range or a class within brackets. */
  private IntPredicate member() {
    if (text.startsWith("[:", at) && text.indexOf(":]", at) > 0) {
      return posix();
    }
    int low = take();
    if (low == '\\') {
      char letter = at < text.length() ? text.charAt(at) : 0;
      if (CLASSES.indexOf(letter) >= 0 || letter == 'p' || letter == 'P') {
        return named();
      }
      low = letter == 'b' ? backspace() : escapedCharacter();
    }
    boolean range = at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']';
    if (!range) {
      return literal(low, modifiers.fold());
    }
    at++;
    int high = take();
    high = high == '\\' ? escapedCharacter() : high;
    if (high < low) {
      throw invalid("a range is out of order");
    }
    return range(low, high);
  }

  private int backspace() {
    at++;
    return '\b';
  }

  private IntPredicate range(int low, int high) {
    IntPredicate plain = c -> c >= low && c <= high;
    return modifiers.fold()
        ? c ->
            plain.test(c)
                || plain.test(Character.toUpperCase(c))
                || plain.test(Character.toLowerCase(c))
        : plain;
  }

  private IntPredicate posix() {
    int end = text.indexOf(":]", at);
    String name = text.substring(at + 2, end);
    at = end + 2;
    boolean negated = name.startsWith("^");
    String plain = negated ? name.substring(1) : name;
    if (!plain.matches(
        "alpha|digit|alnum|upper|lower|punct|space|xdigit|blank|cntrl|graph|print")) {
      throw invalid("[:" + name + ":] is unknown");
    }
    String title =
        plain.equals("xdigit")
            ? "XDigit"
            : Character.toUpperCase(plain.charAt(0)) + plain.substring(1);
    IntPredicate of = of(Pattern.compile("\\p{" + title + "}"));
    return negated ? of.negate() : of;
  }
}
