package dev.cosmoslocal;

import dev.cosmoslocal.request.RequestRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Keeps the last requests. Thread-safe. */
final class LastRequests implements RequestListener {
  private static final int MAX = 200;

  // Guarded by this.
  private final Deque<RequestRecord> requests = new ArrayDeque<>();

  @Override
  public synchronized void onRequest(RequestRecord request) {
    if (requests.size() == MAX) {
      requests.remove();
    }
    requests.add(request);
  }

  synchronized List<RequestRecord> list() {
    return List.copyOf(requests);
  }
}
