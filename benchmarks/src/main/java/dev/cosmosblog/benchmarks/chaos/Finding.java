package dev.cosmosblog.benchmarks.chaos;

/**
 * A broken invariant.
 *
 * @param invariant its number, such as I1
 * @param harm what it does
 * @param itemId the item
 * @param detail what is wrong with it
 */
record Finding(String invariant, Harm harm, String itemId, String detail) {
  String line() {
    return invariant + " (" + harm.counted() + "), item '" + itemId + "': " + detail;
  }
}
