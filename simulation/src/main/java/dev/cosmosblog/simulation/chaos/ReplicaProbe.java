package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.examples.blog.Latencies;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Measures the lag of replicas: creates items in a separate container, and reads each at once with
 * the client of another session. An item that is not there yet was read from a replica that lags.
 */
final class ReplicaProbe implements Runnable {
  private static final String CONTAINER = "replicaProbe";
  private static final int REST_MS = 100;
  private static final int NOT_FOUND = 404;
  private static final int READ_SESSION_NOT_AVAILABLE = 1002;

  private final CosmosDatabase writer;
  private final CosmosDatabase reader;
  private final CountDownLatch stop;

  private final Latencies latencies = new Latencies();

  /** Guarded by this. */
  private int lagging;

  ReplicaProbe(CosmosDatabase writer, CosmosDatabase reader, CountDownLatch stop) {
    this.writer = writer;
    this.reader = reader;
    this.stop = stop;
  }

  /**
   * The replica lag that a client of another session sees.
   *
   * @param crossSessionReads how many items were read
   * @param laggingReads how many of them were not there yet
   * @param readMilliseconds the median of the time that a read takes
   */
  record Seen(int crossSessionReads, int laggingReads, double readMilliseconds) {}

  synchronized Seen seen() {
    int reads = Math.toIntExact(latencies.count());
    return new Seen(reads, lagging, Math.round(latencies.ms(50) * 10) / 10.0);
  }

  @Override
  public void run() {
    try {
      create();
      for (int number = 0; !stop.await(REST_MS, TimeUnit.MILLISECONDS); number++) {
        probe("probe-" + number);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void create() throws InterruptedException {
    while (!stop.await(REST_MS, TimeUnit.MILLISECONDS)) {
      try {
        writer.createContainerIfNotExists(CONTAINER, "/id");
        return;
      } catch (CosmosException again) {
        // One of the faults.
      }
    }
  }

  private void probe(String id) {
    ObjectNode item = JsonNodeFactory.instance.objectNode().put("id", id);
    CosmosContainer read = reader.getContainer(CONTAINER);
    try {
      writer.getContainer(CONTAINER).createItem(item);
    } catch (CosmosException again) {
      // One of the faults.
      return;
    }
    long start = System.nanoTime();
    boolean there;
    try {
      read.readItem(id, new PartitionKey(id), JsonNode.class);
      there = true;
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND || e.getSubStatusCode() == READ_SESSION_NOT_AVAILABLE) {
        return;
      }
      there = false;
    }
    looked(there, System.nanoTime() - start);
  }

  private synchronized void looked(boolean there, long nanos) {
    latencies.record(nanos);
    lagging += there ? 0 : 1;
  }
}
