package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.util.List;

/** Deviations in request units, throughput and time. */
final class CostDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "request units are measured",
              "modelled: fitted to the 30 published charges of Microsoft's article on the blog"
                  + " (mean error 1.9 %, worst 5.6 %) and some other published numbers; small"
                  + " pages of an ORDER BY over several partitions are too dear: 61 RU where"
                  + " crossPartition.spec.ts of the SDK for JavaScript 3.2 expects 35",
              "a local account can't measure; all outputs say that the numbers are modelled"),
          different(
              "429 when the throughput of a partition is used up",
              "off by default; with enforceThroughput(true), modelled request units count against"
                  + " each second of the account's clock, and an excess against the following"
                  + " seconds; a request without a partition key does not count against logical"
                  + " partitions",
              "tests should not wait"),
          different(
              "autoscale and serverless",
              "offers are stored and shown; with enforcement, autoscale is limited to its maximum,"
                  + " which no autoUpgradePolicy (throughputPolicy, incrementPercent) raises",
              "the service takes seconds to minutes to scale"),
          different(
              "a special header switches an offer between manual and autoscale",
              "content of the other kind switches it, as the SDK for Java sends it; the header is"
                  + " ignored, and the content -1 that comes with it answers 400",
              "the service chooses the new number by rules that are not fully published"),
          different(
              "x-ms-offer-type chooses S1, S2 or S3, the throughput of a container before there"
                  + " were request units; x-ms-documentdb-disable-ru-per-minute-usage keeps a"
                  + " request from the budget of a minute",
              "the headers are accepted but have no effect: a container has its offer's or the"
                  + " default throughput, and there is no budget of a minute",
              "both are retired; the SDK for JavaScript still has options for them"),
          unverified(
              "reading an offer with a malformed id answers 400 or 401",
              "404",
              "the service validates ids before it looks for an offer"),
          different(
              "requests of low priority are throttled first (x-ms-cosmos-priority-level)",
              "High and Low are accepted but have no effect, others answer 400",
              "every request beyond the budget answers 429"),
          different(
              "a throughput bucket gives its requests a part of the throughput"
                  + " (x-ms-cosmos-throughput-bucket)",
              "the buckets 1 to 5 are accepted but have no effect, others answer 400",
              "buckets are set in the portal, not by SDKs"),
          different(
              "latency of a network and of replicas",
              "fractions of a millisecond; distance(…) and a fault plan add delays",
              "there is no network"),
          different(
              "writes are durable in four copies before they are acknowledged",
              "in memory; with directory(…), in a file that survives the end or crash of the"
                  + " process, including the change feed of all versions and deletes; a power"
                  + " failure may lose writes, unless durability(…) has the file forced to the"
                  + " disk",
              "it is meant for development and tests"));

  private CostDeviations() {}

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.COSTS, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.COSTS, Kind.UNVERIFIED, service, here, reason);
  }
}
