package dev.cosmoslocal.junit;

import java.util.Optional;
import java.util.function.Function;

/** The environment variables that select a real account for tests. */
record Environment(Function<String, Optional<String>> variables) {
  private static final String DEFAULT_PREFIX = "cosmoslocal-";

  static Environment ofProcess() {
    return new Environment(name -> Optional.ofNullable(System.getenv(name)));
  }

  /** The endpoint of a real account; empty for the in-process emulator. */
  Optional<String> endpoint() {
    return setting("ENDPOINT").filter(endpoint -> !endpoint.isBlank());
  }

  String key() {
    return setting("KEY")
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "COSMOSLOCAL_ENDPOINT is set but COSMOSLOCAL_KEY is not; set it to the key of"
                        + " that account."));
  }

  String databasePrefix() {
    return setting("DATABASE_PREFIX").orElse(DEFAULT_PREFIX);
  }

  private Optional<String> setting(String name) {
    return variables.apply("COSMOSLOCAL_" + name);
  }
}
