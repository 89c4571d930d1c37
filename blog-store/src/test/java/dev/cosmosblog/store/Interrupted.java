package dev.cosmosblog.store;

import static org.mockito.Mockito.mock;

import com.azure.cosmos.CosmosContainer;
import java.lang.reflect.InvocationTargetException;

/** A container in front of another, which lets something else happen before one of its requests. */
final class Interrupted {
  private final CosmosContainer real;
  private final int before;
  private final Runnable interruption;
  private int requests;

  private Interrupted(CosmosContainer real, int before, Runnable interruption) {
    this.real = real;
    this.before = before;
    this.interruption = interruption;
  }

  /**
   * An interruption.
   *
   * @param real where all requests go
   * @param before the number of the request, from 0, that the interruption comes before
   * @param interruption what happens then, on the same thread
   */
  static Interrupted before(CosmosContainer real, int before, Runnable interruption) {
    return new Interrupted(real, before, interruption);
  }

  /** Whether as many requests came. */
  boolean happened() {
    return requests > before;
  }

  CosmosContainer container() {
    return mock(
        CosmosContainer.class,
        call -> {
          if (!call.getMethod().getName().equals("getId")) {
            count();
          }
          try {
            return call.getMethod().invoke(real, call.getArguments());
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private void count() {
    if (requests++ == before) {
      interruption.run();
    }
  }
}
