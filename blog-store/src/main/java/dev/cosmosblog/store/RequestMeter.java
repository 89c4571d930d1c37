package dev.cosmosblog.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends one operation's requests and adds up what they take. Used by the operation's thread alone.
 */
final class RequestMeter {
  private final Retries retries;
  private final List<String> malformed = new ArrayList<>();
  private double requestUnits;
  private int requests;
  private boolean alreadyDone;

  private final @Nullable RequestMeter whole;

  RequestMeter(Retries retries) {
    this(retries, null);
  }

  private RequestMeter(Retries retries, @Nullable RequestMeter whole) {
    this.retries = retries;
    this.whole = whole;
  }

  /** A meter for a part of the operation; what it measures, this one measures too. */
  RequestMeter part() {
    return new RequestMeter(retries, this);
  }

  /** A long operation got on: it may spend as much on retries again. */
  void goOn() {
    retries.begin();
  }

  /** Sends a request, again where it meets a passing failure. */
  <T> T send(Supplier<T> request) {
    return retries.run(request);
  }

  void add(double charge) {
    requestUnits += charge;
    requests++;
    if (whole != null) {
      whole.add(charge);
    }
  }

  void foundDone() {
    alreadyDone = true;
  }

  /** An item was left out, since it can't be read. */
  void leftOut(String itemId) {
    malformed.add(itemId);
    if (whole != null) {
      whole.leftOut(itemId);
    }
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
