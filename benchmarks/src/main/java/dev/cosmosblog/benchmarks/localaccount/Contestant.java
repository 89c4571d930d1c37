package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that answers a call, with the container in which it does. */
record Contestant(Target target, CosmosContainer container, AtomicInteger numbers) {
  /** Sends a call from each of the load's clients again and again. */
  List<Long> run(Call call, Load load, int calls) throws InterruptedException {
    return load.run(numbers, calls, number -> call.send(container, number));
  }

  /** The processor time of the server's process for each of some calls, in nanoseconds. */
  double cost(Call call, Load load, int calls) throws InterruptedException {
    Duration before = target.server().processorTime();
    run(call, load, calls);
    return (double) target.server().processorTime().minus(before).toNanos() / calls;
  }
}
