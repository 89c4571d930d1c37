package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of the change feed. */
final class ChangeFeedDeviations {
  static final List<Deviation> ALL =
      List.of(
          unverified(
              "all versions and deletes: the members are documented (Microsoft Learn, change feed"
                  + " modes; CosmosDBv4ChangeFeedMetadata of @azure/functions), when each is there"
                  + " is not",
              "current; previous for deletes; metadata with lsn, crts, operationType,"
                  + " previousImageLSN, and for deletes timeToLiveExpired, id and partitionKey",
              "as far as the documentation and the SDK for Java go"),
          unverified(
              "all versions and deletes needs continuous backup; keeps what its retention says",
              "needs a changeFeedPolicy with a retentionDuration; keeps that long by the account's"
                  + " clock",
              "there is no backup"),
          unverified(
              "starting at a point in time",
              "begins after the end of that second; the first answer has no changes and says where"
                  + " they begin, or is 304 if there are none",
              "time stamps have seconds, and whether the service includes the second is not"
                  + " documented; the empty answer is known from azure-sdk-for-python pull request"
                  + " 35022 and azure-cosmos-dotnet-v3 issue 3595"),
          different(
              "several physical partitions, each with a log of its own",
              "the same; LSNs are counted in each, one for each transaction",
              "the service's have gaps"));

  private ChangeFeedDeviations() {}

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.CHANGE_FEED, Kind.UNVERIFIED, service, here, reason);
  }

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.CHANGE_FEED, Kind.DIFFERENT, service, here, reason);
  }
}
