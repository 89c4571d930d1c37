package dev.cosmosblog.store;

/** Adds up what one operation takes. Used by the operation's thread alone. */
final class RequestMeter {
  private double requestUnits;
  private int requests;
  private boolean alreadyDone;

  void add(double charge) {
    requestUnits += charge;
    requests++;
  }

  void foundDone() {
    alreadyDone = true;
  }

  double requestUnits() {
    return requestUnits;
  }

  int requests() {
    return requests;
  }

  boolean alreadyDone() {
    return alreadyDone;
  }
}
