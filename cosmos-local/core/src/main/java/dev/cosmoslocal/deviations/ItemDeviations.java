package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of items. */
final class ItemDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "ids with a percent sign before two digits, a number sign, a control character or a"
                  + " trailing blank are written, but the routing gateway answers reads of them"
                  + " with 401 or 400",
              "they are read as in direct mode and by the compute gateway",
              "the SDK's CosmosItemIdEncodingTest shows both; the first helps nobody"),
          unverified(
              "slashes in ids: not allowed by the documentation, but tests of SDKs create such"
                  + " items, which can't be read",
              "answer 400",
              "an item that can't be read should not be written"),
          unverified(
              "an item whose key path holds an object belongs to the undefined partition key (SDK"
                  + " for Java, PartitionKeyHelper); an array there is not documented",
              "the same for both",
              "the SDK sends [{}] for both"),
          different(
              "x-ms-exclude-system-properties leaves _rid, _self, _etag, _attachments and _ts out"
                  + " of answers",
              "out of items, lists, the results of batches and the rows of queries, merged ones"
                  + " included, but not out of the change feed",
              "clients need _lsn and _ts there"),
          different(
              "x-ms-cosmos-batch-ordered asks for the operations of a bulk request in their order",
              "the header has no effect: they are always executed in their order",
              "a client that does not ask for an order takes any"),
          unverified(
              "a partition key of more than 2,048 bytes is refused; the status is not documented",
              "400",
              "the limit is documented"),
          different(
              "hash version 1: partition keys with the same first 101 bytes are one logical"
                  + " partition",
              "each has its own logical partition, with the same effective partition key",
              "it is not documented how queries and ids distinguish them"),
          different(
              "the properties of a replaced item, including system properties, keep the order in"
                  + " which they were sent",
              "_rid, _self, _etag, _attachments and _ts come last",
              "JSON objects have no order"),
          different(
              "numbers are IEEE doubles",
              "integers of up to 64 bits are stored exactly, larger ones become doubles; a double"
                  + " that is an integer within 2^53 is read back as an integer (1.0 as 1, -0.0 as"
                  + " 0); numbers beyond the range of doubles answer 400",
              "the service can't store numbers beyond doubles either; a silent infinity helps"
                  + " nobody"),
          unverified(
              "a read in a batch with If-Match: the tests of the SDKs for .NET and Java show 304"
                  + " for the current tag",
              "304 for the current tag, the item for any other",
              "the answer to another tag is not known"),
          unverified(
              "the answer of a batch is limited: ten reads of 1 MB answer 413 for the last"
                  + " operation and 424 for the others",
              "the limit is 4 MB of items",
              "4 MB is documented for responses, not for batches"),
          unverified(
              "the answer of a bulk request is limited: 413/3402, BatchResponseSizeExceeded in the"
                  + " SDKs, of which those for .NET and JavaScript send the operation again",
              "the limit is 4 MB of items; further operations answer 413/3402 and are not run",
              "neither the limit nor what becomes of the operations is documented"),
          unverified(
              "a patch whose condition fails answers 412 with a sub-status",
              "412/1110",
              "the sub-status is a guess; the SDK does not look at it"),
          unverified(
              "what becomes of an unknown member of a patch, of one of its operations, of a query"
                  + " or of one of its parameters is not documented",
              "400 with its name, as for a condition or an entity tag that is not a string; an"
                  + " unknown member of a patch that is empty, null, 0 or false is ignored",
              "a misspelled condition must not make a write unconditional"),
          unverified(
              "_etag and _rid in forms of the service's own",
              "the same shape: _etag ends in the time stamp in hexadecimal, _rid has the layout of"
                  + " the SDK's class ResourceId",
              "they are opaque to clients"),
          different(
              "expired items disappear after some time; leftover throughput removes them in the"
                  + " background",
              "they are invisible from the second of their expiry on; each write removes a few",
              "no background work; the time is the account's clock"),
          different(
              "a logical partition holds at most 20 GB",
              "no limit by default; with logicalPartitionStorage(…), the bytes of the items' JSON"
                  + " count, without system properties and indexes",
              "tests don't fill 20 GB"),
          unverified(
              "deleting all items of a partition key continues in the background",
              "complete when it is answered",
              "observed: the SDK treats 200 as started"));

  private ItemDeviations() {}

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.ITEMS, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.ITEMS, Kind.UNVERIFIED, service, here, reason);
  }
}
