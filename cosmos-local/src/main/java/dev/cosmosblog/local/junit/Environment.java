package dev.cosmosblog.local.junit;

import java.util.Optional;
import java.util.function.Function;

/** What the environment says about the account that tests run on. */
record Environment(Function<String, Optional<String>> variables) {
  private static final String DEFAULT_PREFIX = "cosmosblog-";

  static Environment ofProcess() {
    return new Environment(name -> Optional.ofNullable(System.getenv(name)));
  }

  /** Where a real account is; empty if the tests are to run on one in the process. */
  Optional<String> endpoint() {
    return setting("ENDPOINT").filter(endpoint -> !endpoint.isBlank());
  }

  String key() {
    return setting("KEY")
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "COSMOSBLOG_ENDPOINT is set, so COSMOSBLOG_KEY must be, too."));
  }

  String databasePrefix() {
    return setting("DATABASE_PREFIX").orElse(DEFAULT_PREFIX);
  }

  private Optional<String> setting(String name) {
    return variables.apply("COSMOSBLOG_" + name);
  }
}
