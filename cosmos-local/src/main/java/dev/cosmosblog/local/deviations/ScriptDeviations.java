package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** What differs in server-side scripts. */
final class ScriptDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "JavaScript by the engine of the service, of an unpublished version",
              "Rhino 1.9: ECMAScript 2015 and some of later years, without class and async; what Rhino would run otherwise than others is rewritten or refused with the line",
              "the only engine of that size for the JVM"),
          unsupported(
              "eval, new Function",
              "throw an error with number 400",
              "text that becomes a program would miss the rewriting"),
          unsupported(
              "the collection's chain, filter, map and other functions of the fluent query interface; attachments",
              "throw an error that names them",
              "rarely used beside queryDocuments, which does as much"),
          different(
              "a script is stopped after 5 s; near that, calls answer false",
              "the same, by a setting; calls answer false after four fifths",
              "when the service begins to answer false is not published"),
          unverified(
              "a script's errors: 400 with the text and the script's own number as sub-status",
              "the same shape; texts differ",
              "texts are no contract"),
          unsupported(
              "triggers on patches and reads",
              "answer 400",
              "a trigger names create, replace, upsert or delete"));

  private ScriptDeviations() {}

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.SCRIPTS, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unsupported(String service, String here, String reason) {
    return new Deviation(Area.SCRIPTS, Kind.UNSUPPORTED, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.SCRIPTS, Kind.UNVERIFIED, service, here, reason);
  }
}
