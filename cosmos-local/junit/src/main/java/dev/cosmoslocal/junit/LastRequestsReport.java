package dev.cosmoslocal.junit;

import dev.cosmoslocal.request.RequestRecord;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows the emulator's last requests below the stack trace of the failure that suppresses it. */
final class LastRequestsReport extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 20;

  private LastRequestsReport(String message) {
    super(message, null, false, false);
  }

  /** The last requests to these databases, or to none. */
  static LastRequestsReport of(List<RequestRecord> requests, Set<String> databases) {
    List<String> lines =
        requests.stream()
            .filter(request -> concerns(request, databases))
            .map(LastRequestsReport::line)
            .toList();
    List<String> shown = lines.subList(Math.max(0, lines.size() - SHOWN), lines.size());
    return new LastRequestsReport(
        shown.stream()
            .collect(
                Collectors.joining("", "The emulator's last requests, newest at the bottom:", "")));
  }

  private static boolean concerns(RequestRecord request, Set<String> databases) {
    String[] path = request.path().split("/", 4);
    return path.length < 3 || !path[1].equals("dbs") || databases.contains(path[2]);
  }

  private static String line(RequestRecord request) {
    return String.format(
        Locale.ROOT,
        "%n  %s %s %s %d/%d, %.2f RU, %d ms",
        request.kind(),
        request.method(),
        request.path(),
        request.status(),
        request.subStatus(),
        request.requestCharge(),
        request.duration().toMillis());
  }
}
