package dev.cosmosblog.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do in an application that names no account. */
final class NoAccountFailureAnalyzer extends AbstractFailureAnalyzer<NoAccountException> {
  NoAccountFailureAnalyzer() {}

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, NoAccountException cause) {
    return new FailureAnalysis(cause.problem(), cause.action(), cause);
  }
}
