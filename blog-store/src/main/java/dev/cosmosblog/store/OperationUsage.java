package dev.cosmosblog.store;

import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Adds up the cost of a database's operations by cause. */
final class OperationUsage implements OperationListener {
  private final Map<RequestCause, Usage> usages = new ConcurrentHashMap<>();

  @Override
  public void onOperation(OperationReport report) {
    Usage usage = new Usage(report.requests(), report.requestUnits());
    usages.merge(report.operation().cause(), usage, Usage::plus);
  }

  Usage of(RequestCause cause) {
    return usages.getOrDefault(cause, Usage.NONE);
  }
}
