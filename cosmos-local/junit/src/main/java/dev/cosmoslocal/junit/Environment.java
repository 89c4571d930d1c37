package dev.cosmoslocal.junit;

import java.util.Optional;
import java.util.function.Function;

/** The environment variables that select a real account for tests. */
record Environment(Function<String, Optional<String>> variables) {
  private static final String DEFAULT_PREFIX = "cosmosblog-";

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
                    "COSMOSBLOG_ENDPOINT is set, but COSMOSBLOG_KEY is not; set it to the account's"
                        + " key."));
  }

  String databasePrefix() {
    return setting("DATABASE_PREFIX").orElse(DEFAULT_PREFIX);
  }

  private Optional<String> setting(String name) {
    return variables.apply("COSMOSBLOG_" + name);
  }
}
