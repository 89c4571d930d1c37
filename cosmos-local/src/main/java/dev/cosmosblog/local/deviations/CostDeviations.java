package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** Deviations in request units, throughput and time. */
final class CostDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "request units are measured",
              "modelled: fitted to the 30 published cells of Microsoft's article on the blog (mean"
                  + " error 1.6 %, worst 5.5 %) and some other published numbers",
              "a local account has no meter; wherever it prints them, it calls them modelled"),
          different(
              "429 when the throughput of a partition is used up",
              "off by default; with enforceThroughput(true) by modelled request units and seconds"
                  + " of the account's clock, what is used beyond is owed by the seconds that"
                  + " follow",
              "tests should not wait"),
          different(
              "autoscale and serverless",
              "offers are kept and answered; with enforcement, autoscale is held to its maximum",
              "scaling takes the service seconds to minutes"),
          different(
              "an offer moves between manual and autoscale by a header of its own",
              "by content of the other kind, as the SDK for Java sends it; the header is passed"
                  + " over, and the content -1 that comes with it answers 400",
              "the service picks the number by rules that are not published in full"),
          unverified(
              "an offer by an id that is none answers 400 or 401",
              "404",
              "the service checks such ids before it looks for an offer"),
          different(
              "requests of low priority are throttled first",
              "a priority is accepted and without effect",
              "who is over the budget gets 429, whoever asks"),
          different(
              "latency of a network and of replicas",
              "fractions of a millisecond; add some by a fault plan",
              "the process is the network"),
          different(
              "durable before it is answered, in four copies",
              "in memory; with directory(…) in a file that outlives the process, killed or not,"
                  + " with the changes that all versions and deletes shows; the file is not forced"
                  + " to the disk, so that nothing is promised if the power fails",
              "for development and tests"));

  private CostDeviations() {}

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.COSTS, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.COSTS, Kind.UNVERIFIED, service, here, reason);
  }
}
