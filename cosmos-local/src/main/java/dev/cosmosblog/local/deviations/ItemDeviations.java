package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
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
              "the SDK's CosmosItemIdEncodingTest has both; nobody wants the first"),
          unverified(
              "slashes in ids: not allowed by the documentation, but tests of SDKs create such"
                  + " items, which can't be read",
              "answer 400",
              "what can't be read had better not be written"),
          unverified(
              "a partition key of more than 2,048 bytes is refused; how is not documented",
              "400",
              "the bound is documented"),
          different(
              "hash version 1: partition keys that are alike in their first 101 bytes are one"
                  + " logical partition",
              "each is a logical partition of its own, in the same place",
              "whether queries and ids tell them apart there is not documented"),
          different(
              "the properties of an item that is replaced keep the order in which they were sent,"
                  + " _rid and the like among them",
              "_rid, _self, _etag, _attachments and _ts come last",
              "JSON objects have no order"),
          different(
              "numbers are IEEE doubles",
              "integers of up to 64 bits are kept exactly, larger ones become doubles; a double"
                  + " that is an integer within 2^53 is read back as one (1.0 as 1, -0.0 as 0);"
                  + " what is beyond a double answers 400",
              "numbers beyond a double can't be stored by the service either; a silent infinity"
                  + " helps nobody"),
          unverified(
              "a read in a batch with If-Match: the tests of the SDKs for .NET and Java show 304"
                  + " for the current tag",
              "304 for the current tag, the item for any other",
              "what another tag answers is not known"),
          unverified(
              "the answer of a batch has a bound: ten reads of 1 MB are 413 for the last operation"
                  + " and 424 for the others",
              "beyond 4 MB of items",
              "4 MB is documented for responses, not for batches"),
          unverified(
              "a patch whose condition fails answers 412 with a sub-status",
              "412/1110",
              "the sub-status is a guess; the SDK does not look at it"),
          unverified(
              "_etag and _rid in forms of the service's own",
              "the same shape: _etag ends in the time stamp in hexadecimal, _rid has the layout of"
                  + " the SDK's class ResourceId",
              "clients take them as they are"),
          different(
              "expired items vanish within some time and are removed in the background by left-over"
                  + " throughput",
              "never seen from the second of their expiry on; removed a few at each write",
              "no background work; the time is the account's clock"),
          different(
              "a logical partition holds at most 20 GB",
              "no bound but memory",
              "nobody fills 20 GB in a test"),
          unverified(
              "deleting all items of a partition key goes on in the background",
              "done when it is answered",
              "observed: the SDK takes 200 for begun"));

  private ItemDeviations() {}

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.ITEMS, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.ITEMS, Kind.UNVERIFIED, service, here, reason);
  }
}
