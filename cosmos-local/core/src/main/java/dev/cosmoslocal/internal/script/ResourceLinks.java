package dev.cosmoslocal.internal.script;

import java.util.List;
import java.util.Locale;

/**
 * The links of a script's collection and its documents, checked as the service's own wrapper script
 * checks them.
 */
record ResourceLinks(Realm realm, String self, String alt) {
  private static final int COLLECTION_SEGMENTS = 4;
  private static final int DOCUMENT_SEGMENTS = 6;

  /** Checks that a link is that of the collection. */
  void check(Object link) {
    if (!(link instanceof CharSequence text) || !named(text.toString(), COLLECTION_SEGMENTS)) {
      throw realm.error(400, "Invalid collection link: \"" + link + "\".");
    }
    if (!trimmed(text.toString()).equals(trimmed(self))
        && !trimmed(text.toString()).equals(trimmed(alt))) {
      throw outside(text.toString());
    }
  }

  /** Returns the link of an item in the collection. */
  String document(Object link) {
    if (!(link instanceof CharSequence text) || !named(text.toString(), DOCUMENT_SEGMENTS)) {
      throw realm.error(400, "Invalid document link: \"" + link + "\".");
    }
    String given = trimmed(text.toString());
    if (!given.startsWith(trimmed(self) + "/") && !given.startsWith(trimmed(alt) + "/")) {
      throw outside(given);
    }
    return given;
  }

  private RuntimeException outside(String link) {
    return realm.error(
        400,
        "Function is not allowed to operate on resources outside current collection. Make sure"
            + " that the link provided, \""
            + link
            + "\", belongs to current collection.");
  }

  private static boolean named(String link, int segments) {
    List<String> parts = List.of(trimmed(link).split("/", -1));
    return parts.size() == segments
        && is(parts.get(0), "dbs")
        && is(parts.get(2), "colls")
        && (segments == COLLECTION_SEGMENTS || is(parts.get(COLLECTION_SEGMENTS), "docs"));
  }

  private static boolean is(String part, String name) {
    return part.toLowerCase(Locale.ROOT).equals(name);
  }

  private static String trimmed(String link) {
    return link.endsWith("/") ? link.substring(0, link.length() - 1) : link;
  }
}
