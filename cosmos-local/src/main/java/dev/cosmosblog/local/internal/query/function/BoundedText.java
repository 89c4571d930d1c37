package dev.cosmosblog.local.internal.query.function;

import dev.cosmosblog.local.internal.query.parse.QueryException;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * A text for regular expressions that stops a match after too many steps, as a hostile pattern can
 * cause.
 */
public final class BoundedText implements CharSequence {

  private static final int MAX_READS = 20_000_000;

  private final String text;
  private int reads;

  private BoundedText(String text) {
    this.text = text;
  }

  public static boolean matches(Pattern pattern, String text) {
    return guarded(() -> pattern.matcher(new BoundedText(text)).matches());
  }

  static boolean contains(Pattern pattern, String text) {
    return guarded(() -> pattern.matcher(new BoundedText(text)).find());
  }

  private static boolean guarded(BooleanSupplier match) {
    try {
      return match.getAsBoolean();
    } catch (StackOverflowError e) {
      throw QueryException.badRequest("A pattern is nested too deeply.");
    }
  }

  @Override
  public char charAt(int index) {
    if (++reads > MAX_READS) {
      throw QueryException.badRequest("A pattern takes too long to match.");
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
