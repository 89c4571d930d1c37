package dev.cosmosblog.model.item;

import dev.cosmosblog.model.Content;
import java.util.Set;

/**
 * The rule for the content of post summaries, which all hosts of a blog share.
 *
 * @param properties the names of the custom properties that summaries carry
 * @param length the maximum length in characters of a summary that is cut from a content
 */
public record SummaryRule(Set<String> properties, int length) {
  /** Summaries without custom properties, of the length in the article. */
  public static final SummaryRule DEFAULT = new SummaryRule(Set.of(), Content.SUMMARY_LENGTH);

  public SummaryRule {
    properties = Set.copyOf(properties);
  }

  /** {@return the same rule with other custom properties} */
  public SummaryRule with(Set<String> names) {
    return new SummaryRule(names, length);
  }
}
