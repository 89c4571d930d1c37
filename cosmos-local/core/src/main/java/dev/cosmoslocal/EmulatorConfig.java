package dev.cosmoslocal;

import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.engine.throughput.PartitionThroughput;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.engine.throughput.ThroughputBudget;
import dev.cosmoslocal.internal.http.ActivityIds;
import dev.cosmoslocal.internal.http.FaultSource;
import dev.cosmoslocal.internal.http.ServerAddress;
import dev.cosmoslocal.internal.http.ServerConfig;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/** The settings of an emulator; {@link LocalCosmosBuilder} documents and checks each of them. */
record EmulatorConfig(
    ServerAddress address,
    String key,
    ConnectionLimits connections,
    Clock clock,
    Clock requestClock,
    Consistency consistency,
    EmulatorStorage storage,
    Partitioning partitioning,
    boolean enforceThroughput,
    PartitionThroughput maxThroughput,
    ServiceConditions conditions,
    Distance distance,
    FaultPlan faults,
    ScriptLimits scripts,
    BudgetLimits queries,
    List<RequestListener> listeners,
    boolean explorer) {
  Account openAccount() {
    ScriptEngine engine =
        new ScriptEngine(scripts, System::nanoTime, () -> UUID.randomUUID().toString());
    return storage.open(
        ledger -> new Account(clock, partitioning, ledger, engine, conditions, queries));
  }

  ServerConfig server(Admission admission, FaultSource faultSource, RequestListener last) {
    return new ServerConfig(
        address,
        key,
        connections,
        requestClock,
        new ActivityIds(),
        request -> {
          last.onRequest(request);
          listeners.forEach(listener -> listener.onRequest(request));
        },
        admission,
        faultSource,
        consistency);
  }

  /** Counts request units against the throughput, whether it is enforced or not. */
  Admission budget(Account account) {
    return new ThroughputBudget(account.offers(), clock, maxThroughput);
  }

  /** Delays requests by a distance, beside the faults of another source. */
  FaultSource delayed(FaultSource faultSource, Distance by) {
    // The first comparison of records takes 60 ms because the JVM generates its code.
    return by == Distance.NONE || by.equals(Distance.NONE)
        ? faultSource
        : new DistantRequests(by, conditions.seed(), faultSource);
  }
}
