package dev.cosmosblog.maintenance.report;

import java.util.Objects;

/**
 * An error in a blog's items. A finding identifies items by id, and never contains texts of users
 * or usernames.
 *
 * @param kind the kind of error
 * @param item the location of the wrong or missing item
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
