package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of the account, its connections and its consistency. */
final class AccountDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "HTTPS, and direct mode over TCP",
              "gateway mode only; plain HTTP, or HTTPS with a certificate that is given to the"
                  + " settings; for plain HTTP the SDK for Java needs the system property"
                  + " COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED, which LocalCosmos sets",
              "each client would have to trust a certificate of ours; over plain HTTP nothing"
                  + " leaves the machine"),
          unsupported(
              "several keys, Microsoft Entra ID",
              "one key that may do everything, and resource tokens, which permit what a permission"
                  + " says; other authorizations answer 401",
              "one account, one key"),
          unsupported(
              "many regions, several of them for writes, failover",
              "one region",
              "conflicts between regions need more than one process"),
          different(
              "five consistency levels; a request may ask for a weaker one",
              "the same, Session unless defaultConsistency(…) says otherwise; all of them see every"
                  + " write that was answered; bounded staleness tells the least bounds that an"
                  + " account may have",
              "there is one copy of the data, which is never stale; use a fault plan for 404/1002"),
          different(
              "the integrated cache of dedicated gateways",
              "requests that ask for it are answered without it",
              "there is no gateway to cache in"),
          unverified(
              "session tokens with a vector of regions",
              "<range>:-1#<lsn>; a token from the future answers 404/1002",
              "what the SDK for Java accepts (VectorSessionToken)"),
          different(
              "requests are too old after 15 minutes by the service's clock",
              "the same, by the account's request clock, which is the system's even where the clock"
                  + " of items is a test's",
              "the SDK dates requests by the system's clock"),
          different(
              "a request without x-ms-version, or with one that the service doesn't know, is"
                  + " refused",
              "it is answered; versions before 2018-12-31 are told from later ones",
              "an account that outlives the SDK's next version is of more use"),
          unverified(
              "a session token that is none answers 400",
              "400 for one that doesn't begin with a partition's number, or whose LSN is none; only"
                  + " on reads",
              "which tokens the service takes is not documented"),
          unverified(
              "error texts with an ActivityId and, for some, a list of errors",
              "the same codes and sub-statuses where they are documented or recorded; texts are"
                  + " like the service's but not the same",
              "texts are no contract"));

  private AccountDeviations() {}

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.ACCOUNT, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unsupported(String service, String here, String reason) {
    return new Deviation(Area.ACCOUNT, Kind.UNSUPPORTED, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.ACCOUNT, Kind.UNVERIFIED, service, here, reason);
  }
}
