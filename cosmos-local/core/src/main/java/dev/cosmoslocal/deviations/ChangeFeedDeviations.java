package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of the change feed. */
final class ChangeFeedDeviations {
  static final List<Deviation> ALL =
      List.of(
          unverified(
              "all versions and deletes: the members are documented (Microsoft Learn, change feed"
                  + " modes; CosmosDBv4ChangeFeedMetadata of @azure/functions), but not when each"
                  + " of them occurs",
              "current; previous for deletes; metadata with lsn, crts, operationType,"
                  + " previousImageLSN, and for deletes timeToLiveExpired, id and partitionKey",
              "from the documentation and the SDK for Java"),
          unverified(
              "all versions and deletes needs continuous backup, whose retention applies",
              "needs a changeFeedPolicy with a retentionDuration, by the account's clock",
              "there is no backup"),
          unverified(
              "starting at a point in time",
              "starts after the end of that second; the first answer has only the position of the"
                  + " changes, or is 304 if there are none",
              "time stamps have seconds, and whether the service includes the second is not"
                  + " documented; the empty answer is known from azure-sdk-for-python pull request"
                  + " 35022 and azure-cosmos-dotnet-v3 issue 3595"),
          unverified(
              "a page of the change feed without a partition key and a range, over several physical"
                  + " partitions; its continuation is not documented",
              "has the changes of one partition, the partitions in turn, and a tag with the"
                  + " position in each; from a point in time, the first answer has only the"
                  + " positions",
              "such requests answer 200 or 304 in the tests of SDKs"),
          different(
              "several physical partitions, each with its own log",
              "the same; each partition counts LSNs, one for each transaction",
              "the service's LSNs have gaps"));

  private ChangeFeedDeviations() {}

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.CHANGE_FEED, Kind.UNVERIFIED, service, here, reason);
  }

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.CHANGE_FEED, Kind.DIFFERENT, service, here, reason);
  }
}
