package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of databases and containers. */
final class ContainerDeviations {
  static final List<Deviation> ALL =
      List.of(
          unsupported(
              "computed properties", "a container that has them answers 400", "not there yet"),
          unsupported(
              "vector, full-text and spatial indexes and policies",
              "vector and full-text policies answer 400; spatial indexes are accepted and without"
                  + " effect, as no spatial function is there",
              "they need indexes of their own kind"),
          unsupported(
              "client encryption policies, materialized views, the analytical store",
              "answer 400 with the property's name",
              "rarely used in tests"),
          different(
              "an index of terms for each path, also of array elements; a query that it can't serve"
                  + " scans",
              "equality, IN, ranges, STARTSWITH and ORDER BY use an index of each path that the"
                  + " policy includes, and its composite indexes; ARRAY_CONTAINS, CONTAINS, JOIN"
                  + " and items that lack the path of an ORDER BY are looked for by a scan; ORDER"
                  + " BY an element of an array sorts",
              "they give the same rows, only the time differs; entries for all the paths that an"
                  + " item lacks and others have would take more memory than the index"),
          unsupported("attachments", "answer 400 with the path", "attachments are of the past"),
          different(
              "a feed of conflicts between regions, and policies that resolve them",
              "the feed is empty; a policy is kept and shown, and has nothing to do",
              "one region has no conflicts"),
          different(
              "clients before 2018-12-31 are shown a kind and a data type of index for each"
                  + " included path (SDK for JavaScript 2.1, container.spec.ts)",
              "those that a policy names, and none where it names none",
              "paths alone decide since then"),
          unverified(
              "a policy without indexing: which paths are answered is not documented",
              "none, with automatic false, unless the policy names them",
              "as the portal shows such a policy"),
          different(
              "an indexing directive of Exclude keeps an item out of the index: queries that use"
                  + " the index don't find it",
              "Include, Exclude and Default are accepted and without effect, others answer 400",
              "which queries use the index, and so don't find it, is the service's to decide"),
          unverified(
              "characters other than letters, digits and underscores in the path of a partition"
                  + " key",
              "answer 400, unless the name is quoted",
              "Microsoft Learn names the characters; the service's refusal is known for some"
                  + " (terraform-provider-azurerm issue 4692)"),
          unverified(
              "a second permission of a user on one resource",
              "is made",
              "whether the service refuses it is not documented"),
          different(
              "quota and usage of a container in KB",
              "how many items and scripts it has; sizes are 0",
              "nobody bounds the space"),
          different(
              "a partition splits by itself when it holds 50 GB or its throughput grows",
              "partitions are as many as the settings or the throughput say, also when that grows;"
                  + " LocalCosmos.splitPartition splits one; none splits for its size",
              "tests decide when"),
          unverified(
              "a container that is made again under its name answers 400/1024 or 410/1000 for a"
                  + " time",
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
