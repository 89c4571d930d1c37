package dev.cosmosblog.store;

import static org.mockito.Mockito.mock;

import com.azure.cosmos.CosmosContainer;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection that is cut once: at a request, before or after the service did it. */
final class LostResponses {
  private final AtomicInteger requests = new AtomicInteger();
  private final int lost;
  private final boolean afterCommit;

  /**
   * A connection.
   *
   * @param lost the number of the request, from 0 and over all containers, that gets no response
   * @param afterCommit whether the service executed it
   */
  LostResponses(int lost, boolean afterCommit) {
    this.lost = lost;
    this.afterCommit = afterCommit;
  }

  /** Whether as many requests came. */
  boolean happened() {
    return requests.get() > lost;
  }

  CosmosContainer to(CosmosContainer real) {
    return mock(
        CosmosContainer.class,
        call -> {
          boolean cut =
              !call.getMethod().getName().equals("getId") && requests.getAndIncrement() == lost;
          if (cut && !afterCommit) {
            throw CosmosFailure.of(503, 10001);
          }
          try {
            Object answer = call.getMethod().invoke(real, call.getArguments());
            if (!cut) {
              return answer;
            }
          } catch (InvocationTargetException e) {
            if (!cut) {
              throw e.getCause();
            }
          }
          // The response is dropped, whatever it is.
          throw CosmosFailure.of(408);
        });
  }
}
