package dev.cosmoslocal.spring;

import dev.cosmoslocal.DataDirectoryException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a failed start on a directory that is in use, damaged or not accessible. */
final class DataDirectoryFailureAnalyzer extends AbstractFailureAnalyzer<DataDirectoryException> {
  DataDirectoryFailureAnalyzer() {}

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, DataDirectoryException cause) {
    String action =
        switch (cause.problem()) {
          case IN_USE ->
              "End the process that uses the directory, or set cosmos-local.directory to another.";
          case DAMAGED, OTHER_VERSION, INACCESSIBLE ->
              "Correct the directory as described, or set cosmos-local.directory to another.";
        };
    return new FailureAnalysis(
        "The emulator can't use the directory %s: %s"
            .formatted(cause.directory(), cause.getMessage()),
        action,
        cause);
  }
}
