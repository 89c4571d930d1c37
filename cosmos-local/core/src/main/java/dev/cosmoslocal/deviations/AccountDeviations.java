package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of the account, its connections and its consistency. */
final class AccountDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "HTTPS, and direct mode over TCP",
              "gateway mode only; plain HTTP, or HTTPS with a certificate in the settings; for"
                  + " plain HTTP the SDK for Java needs the system property"
                  + " COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED, which LocalCosmos sets",
              "every client would have to trust a special certificate; plain HTTP stays on the"
                  + " machine"),
          unsupported(
              "several keys, Microsoft Entra ID",
              "one key with all rights, and resource tokens with the rights of a permission; other"
                  + " authorizations answer 401",
              "one account, one key"),
          unverified(
              "which requests a resource token permits, beyond the sentences of the documentation;"
                  + " how long it outlives a changed permission",
              "what its permission says: the container, one partition key, an item or a script, and"
                  + " the descriptions of the account and of the container; a stored procedure"
                  + " needs All on the container or on the partition key; a token ends (403) with"
                  + " its permission, its user and its container, and when the permission is"
                  + " replaced by a different one",
              "deny by default; the whole matrix is in TokenRoutesTest"),
          different(
              "any Host that leads to the account; CORS on request",
              "the names of this machine and those of the setting hosts, others answer 403; no"
                  + " CORS",
              "a page in a browser must not reach an account with a public key"),
          unsupported(
              "many regions, several of them for writes (x-ms-cosmos-allow-tentative-writes)",
              "one region, and the header has no effect; LocalCosmos.failover loses the last writes"
                  + " as the failover to another region may",
              "conflicts between regions need more than one process"),
          unverified(
              "a failover that loses writes: the recovery point is documented, but not what it does"
                  + " to LSNs and the change feed; SDKs take a session token of a higher version,"
                  + " whatever its LSN (VectorSessionToken, \"false progress\")",
              "LSNs go back and are given again, session tokens get the next version, and earlier"
                  + " ones are always reached; a continuation of the change feed beyond the last"
                  + " LSN gets no changes until the LSNs have passed it; the lost writes do not"
                  + " appear in the conflicts feed",
              "what the SDKs expect of session tokens fits LSNs that go back; a reader that is"
                  + " ahead is the worst case"),
          different(
              "five consistency levels; a request may ask for a weaker one",
              "the same, Session by default (see defaultConsistency); all of them see every"
                  + " acknowledged write, unless replicaLag is set; bounded staleness reports the"
                  + " smallest bounds that an account may have",
              "most tests should not meet stale reads; a fault plan can inject 404/1002"),
          different(
              "replicas that lag: three of four have an acknowledged write; the lag of the fourth"
                  + " is not documented",
              "with replicaLag(…), one of four lags by a random time up to it; a session token is"
                  + " always passed on to a replica that has reached it, without 404/1002",
              "the gateway tries the other replicas, too"),
          different(
              "the integrated cache of dedicated gateways (x-ms-dedicatedgateway-max-age,"
                  + " x-ms-dedicatedgateway-bypass-cache, x-ms-dedicatedgateway-shard-key)",
              "the headers are accepted but have no effect: every read reaches the data",
              "there is no dedicated gateway"),
          different(
              "x-ms-cosmos-use-thinclient asks for the addresses of thin-client proxies",
              "the account names none, so that the SDK stays with the gateway",
              "there are no proxies"),
          unverified(
              "session tokens with a vector of regions",
              "<range>:-1#<lsn>; a token ahead of the partition answers 404/1002",
              "the SDK for Java accepts this form (VectorSessionToken)"),
          different(
              "answers name their physical partition (x-ms-documentdb-partitionkeyrangeid) and have"
                  + " a session token, errors such as 404, 409 and 412 included (SDK for Java,"
                  + " RxGatewayStoreModel)",
              "answers to operations that were done have both, errors have neither; a batch that"
                  + " fails has both",
              "the SDKs show the partition in diagnostics; their sessions go on with the token of"
                  + " the last operation that was done"),
          different(
              "requests are too old after 15 minutes by the service's clock",
              "the same, by the request clock, which is the system's clock even if a test sets the"
                  + " clock of items",
              "the SDK dates requests by the system's clock"),
          different(
              "a request without x-ms-version, or with one that the service doesn't know, is"
                  + " refused",
              "it is answered; only versions before 2018-12-31 are treated differently",
              "the account should work with future versions of the SDK"),
          unverified(
              "a malformed session token answers 400",
              "400 for one that doesn't begin with the number of a partition, or whose LSN is not a"
                  + " number; on reads only",
              "the accepted tokens are not documented"),
          unverified(
              "error texts with an ActivityId and, for some, a list of errors",
              "the same codes and sub-statuses as far as they are documented or recorded; the texts"
                  + " differ",
              "texts are not part of the contract"));

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
