package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.UsageException;

/** Which kind of data is loaded. */
enum DataChoice {
  /** The article's distribution. */
  UNIFORM,
  /** All posts alike; comments and likes at those alone that a request looks at. */
  AVERAGES;

  static final String OPTION = "data";

  static DataChoice of(Arguments arguments, DataChoice byDefault) {
    String given = arguments.option(OPTION).orElse(byDefault.label());
    for (DataChoice choice : values()) {
      if (choice.label().equals(given)) {
        return choice;
      }
    }
    throw new UsageException("--data is '" + given + "'; give uniform or averages");
  }

  private String label() {
    return this == UNIFORM ? "uniform" : "averages";
  }

  BlogPlan plan(long seed, int users) {
    return this == UNIFORM ? BlogPlan.uniform(seed, users) : BlogPlan.averages(users);
  }
}
