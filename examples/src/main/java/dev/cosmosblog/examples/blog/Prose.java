package dev.cosmosblog.examples.blog;

import java.util.SplittableRandom;

/** Text of a wanted length, the same for the same random numbers. */
public final class Prose {
  private static final String[] WORDS =
      ("a blog about partitions and the requests that they answer when one query finds all it needs"
              + " in one place while copies follow their sources through the change feed")
          .split(" ");

  private Prose() {}

  /**
   * Makes a text.
   *
   * @param length how many characters
   * @param random chooses the words
   * @return the text
   */
  public static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder(length + 16);
    while (text.length() < length) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    text.setLength(length);
    return text.toString();
  }
}
