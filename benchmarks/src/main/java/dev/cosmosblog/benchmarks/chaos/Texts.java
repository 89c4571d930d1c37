package dev.cosmosblog.benchmarks.chaos;

/** Texts that are made of a mark, so that half of an edit shows. */
final class Texts {
  private static final int LONGEST = 160;
  private static final String FILLER = "and so on \u00e9\ud83d\ude00 ";

  private Texts() {}

  /**
   * A content that is now and then longer than its short form, and says its mark at its beginning.
   */
  static String content(String mark) {
    StringBuilder content = new StringBuilder(mark).append(": ");
    int length = Math.floorMod(mark.hashCode(), LONGEST);
    while (content.length() < length) {
      content.append(FILLER);
    }
    return content.toString();
  }
}
