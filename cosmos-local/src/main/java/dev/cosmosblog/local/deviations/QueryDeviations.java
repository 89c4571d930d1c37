package dev.cosmosblog.local.deviations;

import dev.cosmosblog.local.deviations.Deviation.Area;
import dev.cosmosblog.local.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of queries. */
final class QueryDeviations {
  static final List<Deviation> ALL =
      List.of(
          unsupported(
              "ST_… functions, VectorDistance, FullText… functions, RRF, ORDER BY RANK",
              "answer 400 with the name",
              "they need indexes of their own kind"),
          unverified(
              "LENGTH, SUBSTRING, LEFT and others count characters; of what kind is not documented",
              "UTF-16 units, so that a character beyond the basic plane counts as two",
              "Java's and JavaScript's count"),
          unverified(
              "NOT: looser than comparison by the published grammar of other tools; || and &:"
                  + " tighter than = in other languages",
              "NOT binds as tight as unary minus, || and & looser than =, by the grammar file"
                  + " sql.g4 of the service's own SDK for .NET",
              "the file is the only published grammar"),
          unsupported(
              "ALL(…), FIRST(…) and LAST(…) around a subquery; comments between /* and */",
              "answer 400",
              "the SDKs know the first three, but no page says what they give; of comments only --"
                  + " is documented"),
          unverified(
              "MAKELIST and MAKESET: the SDK for JavaScript merges them, no page describes them",
              "arrays of the values, or of those that differ, in the order of the items; undefined"
                  + " is left out; refused to clients that don't name ListAndSetAggregate",
              "what clients do with them leaves little else"),
          unverified(
              "SUBSTRINGBEFORE, SUBSTRINGAFTER and the two with LAST, where the delimiter is not"
                  + " there",
              "give an empty string",
              "the pages show no such case; XPath's functions of these names do so"),
          different(
              "a number in ToString",
              "as JavaScript writes it; integers beyond 2^53 with all their digits",
              "the service's form is documented by simple examples only"),
          unverified(
              "codes of syntax errors (SC1001 and others)",
              "SC1001, SC2005 and others as recorded; SC1011 (number), SC1012 (string), SC2050"
                  + " (count of arguments) and SC3022 (nesting) are guesses",
              "not published; clients look at 400 alone"),
          unverified(
              "the order of items with equal sort keys is not documented",
              "by resource id, ascending if the first key is",
              "observed: the SDK resumes ORDER BY correctly that way (OrderByUtils)"),
          different(
              "ORDER BY over arrays and objects as keys",
              "ordered within a page; pages that the SDK resumes over several partitions may repeat"
                  + " or lose items with such keys, as the SDK's own filter does",
              "the SDK compares them by a hash (OrderByDocumentQueryExecutionContext)"),
          unverified(
              "an item that lacks the path of an ORDER BY comes before all others; with the default"
                  + " policy some accounts leave it out",
              "comes before all others, with every policy",
              "Microsoft Learn said the one until June 2022 and has said the other since"
                  + " (eclipse-edc/Connector issue 1512); its note on ORDER BY still says the"
                  + " first"),
          unverified(
              "more than ten user-defined functions in a query are refused; the words are not"
                  + " published",
              "400 in the words that refuse joins (azure-cosmos-dotnet-v2 issue 723)",
              "the bound is documented"),
          unverified(
              "a scalar subquery with more than one row",
              "answers 400",
              "of several rows one could only guess"),
          unsupported(
              "some rare plans over several partitions: DISTINCT with an aggregate or GROUP BY,"
                  + " ORDER BY where FROM does not begin with the container, a subquery in FROM"
                  + " with an aggregate",
              "answer 400 with the clause; a request that names its partition key gets a plan by"
                  + " which the client sends the query as it is",
              "no recorded plan shows how the service rewrites them"),
          different(
              "TOP of an ordered DISTINCT",
              "the plan has it as OFFSET 0 LIMIT n",
              "by TOP, the SDK for Java would end each partition after n rows, equal ones among"
                  + " them (Fetcher)"),
          different(
              "an ordered DISTINCT or a MIN or MAX over arrays and objects, through the SDK for"
                  + " Java",
              "as the SDK does: of DISTINCT, a page whose rows all equal the last one before it"
                  + " makes the next page repeat that; of MIN and MAX, a partition with an array or"
                  + " object, which gives undefined, is left out, while the SDK for .NET makes the"
                  + " whole undefined",
              "the SDK forgets the last hash (DistinctDocumentQueryExecutionContext) and skips"
                  + " undefined (MinAggregator); partial results can't say more"),
          unverified(
              "which features a plan needs that its client must name is not documented; DCount"
                  + " alone blocks nobody",
              "as QueryPlanHandler of the SDK for .NET has it, CountIf and ListAndSetAggregate"
                  + " besides; 400 with the names; a plan that comes with 400/1004 is not checked",
              "the 400 is recorded, and so is its text"),
          different(
              "continuation tokens in the service's format",
              "tokens of its own, which are good for the same query on the same container only",
              "they are opaque to clients"),
          different(
              "a query without a partition, by its text",
              "filters, projections and all items are answered partition after partition; others"
                  + " answer 400/1004 with the plan, upon which SDKs ask each partition",
              "as the service does; partitions are asked one after the other"),
          different(
              "query metrics with the time of each step; index metrics",
              "the whole time, the items and bytes loaded and put out; the times of the steps are"
                  + " 0, index metrics are left out",
              "the steps are not told apart; loaded items also stand in RequestRecord"),
          different(
              "GetCurrent… functions by the service's clock",
              "by the account's clock",
              "tests decide the time"));

  private QueryDeviations() {}

  private static Deviation unsupported(String service, String here, String reason) {
    return new Deviation(Area.QUERIES, Kind.UNSUPPORTED, service, here, reason);
  }

  private static Deviation different(String service, String here, String reason) {
    return new Deviation(Area.QUERIES, Kind.DIFFERENT, service, here, reason);
  }

  private static Deviation unverified(String service, String here, String reason) {
    return new Deviation(Area.QUERIES, Kind.UNVERIFIED, service, here, reason);
  }
}
