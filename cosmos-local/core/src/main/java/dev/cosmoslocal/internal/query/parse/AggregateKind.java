package dev.cosmoslocal.internal.query.parse;

import java.util.Optional;

/** The aggregate functions, each with its name in query plans. */
public enum AggregateKind {
  COUNT("Count"),
  COUNTIF("CountIf"),
  SUM("Sum"),
  AVG("Average"),
  MIN("Min"),
  MAX("Max"),
  MAKELIST("MakeList"),
  MAKESET("MakeSet");

  private final String planName;

  AggregateKind(String planName) {
    this.planName = planName;
  }

  public String planName() {
    return planName;
  }

  static Optional<AggregateKind> named(String upperCaseName) {
    for (AggregateKind kind : values()) {
      if (kind.name().equals(upperCaseName)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
