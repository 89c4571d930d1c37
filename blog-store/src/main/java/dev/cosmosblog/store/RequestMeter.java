package dev.cosmosblog.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Sends one operation's requests and adds up what they take. Used by the operation's thread alone. */
final class RequestMeter {
  private final Retries retries;
  private final List<String> malformed = new ArrayList<>();
  private double requestUnits;
  private int requests;
  private boolean alreadyDone;

  RequestMeter(Retries retries) {
    this.retries = retries;
  }

  /** Sends a request, again where it meets a passing failure. */
  <T> T send(Supplier<T> request) {
    return retries.run(request);
  }

  void add(double charge) {
    requestUnits += charge;
    requests++;
  }

  void foundDone() {
    alreadyDone = true;
  }

  /** An item was left out of a list, since it can't be read. */
  void leftOut(String itemId) {
    malformed.add(itemId);
  }

  double requestUnits() {
    return requestUnits;
  }

  int requests() {
    return requests;
  }

  int retries() {
    return retries.count();
  }

  boolean alreadyDone() {
    return alreadyDone;
  }

  List<String> malformed() {
    return List.copyOf(malformed);
  }
}
