package dev.cosmoslocal.differences;

import static org.assertj.core.api.Assertions.assertThat;

/** A row of {@code differences.json}: how the emulator differs from Azure Cosmos DB, and why. */
public record Difference(
    String area, DifferenceKind kind, String service, String emulator, String reason) {
  public Difference {
    assertThat(new String[] {area, service, emulator, reason})
        .doesNotContain("")
        .doesNotContainNull();
  }

  /** The kinds of differences, as named in the file. */
  public enum DifferenceKind {
    UNSUPPORTED("not supported"),
    DIFFERENT("different"),
    UNVERIFIED("not verified");

    final String label;

    DifferenceKind(String label) {
      this.label = label;
    }
  }
}
