package dev.cosmosblog.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a {@link NoAccountException} in the log of a failed start. */
final class NoAccountFailureAnalyzer extends AbstractFailureAnalyzer<NoAccountException> {
  NoAccountFailureAnalyzer() {}

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, NoAccountException cause) {
    return new FailureAnalysis(cause.problem(), cause.action(), cause);
  }
}
