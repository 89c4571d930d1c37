package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** What differs in databases and containers. */
final class ContainerDeviations {
  static final List<Deviation> ALL =
      List.of(
          unsupported(
              "computed properties", "a container that has them answers 400", "not there yet"),
          unsupported(
              "vector, full-text and spatial indexes and policies",
              "vector and full-text policies answer 400; spatial indexes are accepted and without effect, as no spatial function is there",
              "they need indexes of their own kind"),
          unsupported(
              "client encryption policies, materialized views",
              "answer 400",
              "rarely used in tests"),
          different(
              "an index of the account's choice for each path; a query that it can't serve scans",
              "the default policy, included and excluded paths, composite indexes and indexing mode none work: they decide what a query loads and what it is modelled to cost, never what it answers",
              "an index must not change answers"),
          unsupported(
              "users, permissions, attachments, conflicts feeds",
              "answer 400 with the path",
              "one user, one region"),
          different(
              "a partition splits by itself when it holds 50 GB or its throughput grows",
              "partitions are as many as the settings or the throughput at creation say; LocalCosmos.splitPartition splits one",
              "tests decide when"),
          unverified(
              "a container that is made again under its name answers 400/1024 or 410/1000 for a time",
              "400/1024 at once",
              "observed: the SDK reloads the container and tries again"));

  private ContainerDeviations() {}

  private static Deviation unsupported(String service, String here, String reason) {
    return new Deviation(Area.CONTAINERS, Kind.UNSUPPORTED, service, here, reason);
  }

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.CONTAINERS, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.CONTAINERS, Kind.UNVERIFIED, service, here, reason);
  }
}
