package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of server-side scripts. */
final class ScriptDeviations {
  static final List<Deviation> ALL =
      List.of(
          different(
              "JavaScript in an unpublished version of the service's engine",
              "Rhino 1.9: ECMAScript 2015 and some later features, without class and async;"
                  + " programs that Rhino runs differently from other engines are rewritten or"
                  + " refused with the line",
              "the only engine of its size for the JVM"),
          unsupported(
              "eval, new Function",
              "throw an error with number 400",
              "programs compiled at run time would bypass the rewriting"),
          different(
              "chain, filter, sortBy and the others of the JavaScript query API use an index as far"
                  + " as the service can analyze their functions",
              "the same results, but every item of the partition key is read and charged; sorted"
                  + " results are read completely before the first page",
              "the functions are executed, not analyzed"),
          unsupported(
              "attachments in scripts",
              "throw an error that names the function",
              "attachments are obsolete"),
          different(
              "a script is stopped after 5 s; near that, calls answer false",
              "the same, with a configurable time; calls answer false after four fifths of it",
              "the time at which the service starts to answer false is not published"),
          different(
              "the memory of a script is bounded; the bounds are not published",
              "1 GB, or half of the heap if that is less, garbage included: beyond it 413; a text"
                  + " or an array that is too large is a RangeError; both are settings"
                  + " (WorkLimits)",
              "the account is a guest in another program's process"),
          unsupported(
              "BigInt, typed arrays, templates with more than 32 expressions",
              "answer 400; BigInt and the constructors of typed arrays are not defined",
              "their operators take memory and time that can't be bounded"),
          unverified(
              "a script's errors: 400 with the text and the script's own number as sub-status",
              "the same shape; texts differ",
              "texts are not part of the contract"),
          unverified(
              "an operation may have one pre-trigger and one post-trigger",
              "further ones answer 400",
              "the status is not documented"),
          unsupported(
              "triggers on patches and reads",
              "answer 400",
              "triggers exist for create, replace, upsert and delete only"));

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
