package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of server-side scripts. */
final class ScriptDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "JavaScript by the engine of the service, of an unpublished version",
              "Rhino 1.9: ECMAScript 2015 and some of later years, without class and async; what"
                  + " Rhino would run otherwise than others is rewritten or refused with the line",
              "the only engine of that size for the JVM"),
          unsupported(
              "eval, new Function",
              "throw an error with number 400",
              "text that becomes a program would miss the rewriting"),
          different(
              "chain, filter, sortBy and the others of the JavaScript query API find by an index"
                  + " what their functions ask for, as far as these can be understood",
              "give the same, but read every item of the partition key, and cost as much; sorted"
                  + " results are read whole before the first page",
              "the functions are run, not understood"),
          unsupported(
              "attachments in scripts",
              "throw an error that names the function",
              "attachments are of the past"),
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
