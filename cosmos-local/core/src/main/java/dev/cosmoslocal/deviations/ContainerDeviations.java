package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of databases and containers. */
final class ContainerDeviations {
  static final List<Deviation> ALL =
      List.of(
          unsupported(
              "computed properties",
              "creating a container with them answers 400",
              "not implemented yet"),
          unsupported(
              "vector, full-text and spatial indexes and policies",
              "vector and full-text policies answer 400; spatialIndexes and geospatialConfig are"
                  + " stored and shown, but have no effect, as there are no spatial functions",
              "they need special indexes"),
          unsupported(
              "client encryption policies (x-ms-cosmos-is-client-encrypted), materialized views,"
                  + " global secondary indexes, data masking, the analytical store",
              "answer 400 with the property's name, as does every unknown property unless it"
                  + " is empty, null, 0 or false",
              "rarely used in tests"),
          different(
              "automatic: false keeps items out of the index unless a directive includes them",
              "the setting is stored and shown, but has no effect: every item is indexed",
              "it is up to the service which queries use the index and miss the item"),
          different(
              "new containers cannot choose the indexing mode lazy (Microsoft Learn, \"Indexing"
                  + " policies\"); accounts with an exemption can",
              "the mode is stored and shown, and works as consistent",
              "older suites of tests create such containers (SDK for JavaScript 3.2,"
                  + " container.spec.ts)"),
          different(
              "the kind, dataType and precision in the indexes of a path; Microsoft Learn calls"
                  + " them obsolete",
              "stored and shown, but have no effect",
              "the service ignores them, too"),
          different(
              "an inverted index for each path, including array elements; other queries scan",
              "equality, IN, ranges, STARTSWITH and ORDER BY use the indexes of included paths and"
                  + " the composite indexes; ARRAY_CONTAINS, CONTAINS, JOIN and items that lack the"
                  + " path of an ORDER BY need a scan; ORDER BY an element of an array sorts",
              "the rows are the same, only the time differs; entries for the paths that an item"
                  + " lacks would take more memory than the index"),
          unsupported("attachments", "answer 400 with the path", "attachments are obsolete"),
          different(
              "a feed of conflicts between regions, and a conflictResolutionPolicy that resolves"
                  + " them",
              "the feed is empty; a policy is stored and shown, but has no effect",
              "one region has no conflicts"),
          different(
              "clients before 2018-12-31 are shown a kind and a data type of index for each"
                  + " included path (SDK for JavaScript 2.1, container.spec.ts)",
              "only the kinds and types that a policy names",
              "newer clients rely on paths alone"),
          unverified(
              "the paths of a policy without indexing are not documented",
              "none, and automatic is false, unless the policy names them",
              "the portal shows such a policy this way"),
          different(
              "an indexing directive (x-ms-indexing-directive) of Exclude keeps an item out of the"
                  + " index: queries that use the index don't find it",
              "Include, Exclude and Default are accepted but have no effect; others answer 400",
              "it is up to the service which queries use the index and miss the item"),
          unverified(
              "characters other than letters, digits and underscores in the path of a partition"
                  + " key",
              "answer 400, unless the name is quoted",
              "Microsoft Learn lists the characters; the refusal is known for some of them"
                  + " (terraform-provider-azurerm issue 4692)"),
          different(
              "a second permission of a user on one resource answers 409 (REST API, Permissions)",
              "is created",
              "each token is checked against its own permission, so that several do no harm"),
          different(
              "quota and usage of a container in KB; statistics of its partitions"
                  + " (x-ms-documentdb-populatepartitionstatistics,"
                  + " x-ms-documentdb-populatecollectionthroughputinfo)",
              "the number of items and scripts; sizes are 0; no statistics",
              "sizes are not measured"),
          different(
              "a new index takes a time that depends on the throughput and the items, and request"
                  + " units of low priority; if indexes are removed by several changes, queries may"
                  + " give incomplete results until all are done",
              "indexes are complete within the request, or with indexBuild(…) after that time, at"
                  + " no cost; results are always complete; the whole container makes the same"
                  + " progress",
              "most tests should not wait; the time of a build is not documented"),
          different(
              "a partition splits automatically when it holds 50 GB or its throughput grows",
              "the settings or the throughput determine the number of partitions, also when the"
                  + " throughput grows; LocalCosmos.splitPartition splits one; none splits because"
                  + " of its size",
              "tests control splits"),
          unverified(
              "a container that is created again under its name answers 400/1024 or 410/1000 for"
                  + " some time",
              "400/1024 at once",
              "observed: the SDK reloads the container and retries"));

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
