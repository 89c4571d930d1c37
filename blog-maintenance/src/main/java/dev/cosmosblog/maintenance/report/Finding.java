package dev.cosmosblog.maintenance.report;

import java.util.Objects;

/**
 * Something wrong with a blog's items. A finding names items by their ids. It never contains texts
 * that users wrote, nor usernames.
 *
 * @param kind the kind of error
 * @param item the item that is wrong, or the place where one is missing
 * @param found what is stored
 * @param expected what should be stored
 * @param repairable whether a repair corrects it
 */
public record Finding(
    FindingKind kind, ItemLocation item, String found, String expected, boolean repairable) {
  public Finding {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(item, "item");
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(expected, "expected");
  }
}
