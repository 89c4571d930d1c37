package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;

/** Creates an item of 300 bytes. */
final class PointWrite implements Call {
  private static final int CREATED = 201;

  @Override
  public String name() {
    return "point write";
  }

  @Override
  public void prepare(CosmosContainer container) {
    // Needs nothing.
  }

  @Override
  public void send(CosmosContainer container, int number) {
    int status =
        container.createItem(Items.of("item-" + number, "p-" + number, number)).getStatusCode();
    Call.check(status == CREATED, "status " + status);
  }
}
