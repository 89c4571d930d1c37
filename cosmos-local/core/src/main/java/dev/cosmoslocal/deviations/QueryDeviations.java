package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.util.List;

/** Deviations of queries. */
final class QueryDeviations {
  static final List<Deviation> ALL =
      List.of(
          unsupported(
              "ST_… functions, VectorDistance, FullText… functions, RRF, ORDER BY RANK",
              "answer 400 with the name",
              "they need special indexes"),
          unverified(
              "LENGTH, SUBSTRING, LEFT and others count characters; the unit is not documented",
              "UTF-16 units, so a character beyond the basic plane counts as two",
              "Java and JavaScript count this way"),
          unverified(
              "NOT: looser than comparison by the published grammar of other tools; ||: tighter"
                  + " than = in other languages",
              "NOT binds as tight as unary minus, || looser than =, by the grammar file sql.g4 of"
                  + " the service's own SDK for .NET; &, ^ and | bind tighter than =, although they"
                  + " come after it in that file",
              "the file is the only published grammar; Microsoft's sample \"c.grade ^ 4 = 1\""
                  + " needs the tighter ^"),
          unverified(
              "a number in a result that is not finite, as of 1/0, SQRT(-1) and LOG(0)",
              "the query answers 400; within an expression such numbers are values, which"
                  + " IS_FINITE_NUMBER recognizes",
              "the service's settings have sqlAllowNonFiniteNumbers: false (SDK for .NET,"
                  + " MockDocumentClient); what it answers is not documented"),
          unverified(
              "DATETIMEBIN with months and years: Microsoft Learn names days as the longest part on"
                  + " one page, and no longest part on another one",
              "bins of months and years, counted from the start date",
              "an empty result helps nobody"),
          unsupported(
              "ALL(…), FIRST(…) and LAST(…) around a subquery; comments between /* and */",
              "answer 400",
              "the SDKs know the first three, but their results are not documented; of comments,"
                  + " only -- is documented"),
          unverified(
              "MAKELIST and MAKESET: the SDK for JavaScript merges them, but they are not"
                  + " documented",
              "arrays of all or of the distinct values, in the order of the items, without"
                  + " undefined; refused to clients that don't name ListAndSetAggregate",
              "the clients' code leaves few alternatives"),
          unverified(
              "SUBSTRINGBEFORE, SUBSTRINGAFTER and the two with LAST, if the delimiter is absent",
              "return an empty string",
              "the case is not documented; XPath's functions of these names do so"),
          different(
              "a number in ToString",
              "as in JavaScript; integers beyond 2^53 with all their digits",
              "the service's form is documented by simple examples only"),
          unverified(
              "codes of syntax errors (SC1001 and others)",
              "SC1001, SC2005 and others as recorded; SC1011 (number), SC1012 (string), SC2050"
                  + " (count of arguments) and SC3022 (nesting) are guesses; IN () answers SC1001,"
                  + " and the service is said to answer SC2990",
              "not published; clients only use the 400"),
          unverified(
              "the order of items with equal sort keys is not documented",
              "by resource id, ascending if the first key is ascending",
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
              "Microsoft Learn described the former until June 2022 and the latter since"
                  + " (eclipse-edc/Connector issue 1512); its note on ORDER BY still describes the"
                  + " former"),
          unverified(
              "more than ten user-defined functions in a query are refused; the message is not"
                  + " published",
              "400 with the message that refuses joins (azure-cosmos-dotnet-v2 issue 723)",
              "the limit is documented"),
          unverified(
              "a scalar subquery with more than one row",
              "answers 400",
              "choosing one of several rows would be a guess"),
          unsupported(
              "some rare plans over several partitions: DISTINCT with an aggregate or GROUP BY,"
                  + " ORDER BY where FROM does not begin with the container, a subquery in FROM"
                  + " with an aggregate",
              "answer 400 with the clause; for a request with a partition key, the plan makes the"
                  + " client send the query unchanged",
              "no recorded plan shows how the service rewrites them"),
          different(
              "TOP of an ordered DISTINCT",
              "planned as OFFSET 0 LIMIT n",
              "with TOP, the SDK for Java would stop each partition after n rows, duplicates"
                  + " included (Fetcher)"),
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
              "the features that a client must name for a plan are not documented; DCount alone is"
                  + " no obstacle",
              "as in QueryPlanHandler of the SDK for .NET, plus CountIf and ListAndSetAggregate;"
                  + " 400 with the names; a plan that comes with 400/1004 is not checked",
              "the 400 is recorded, and so is its text"),
          different(
              "continuation tokens in the service's format",
              "other tokens, valid for the same query on the same container only",
              "clients treat them as opaque"),
          different(
              "a query without a partition, by its text",
              "filters, projections and reads of all items are answered partition by partition;"
                  + " others answer 400/1004 with the plan, upon which SDKs query each partition",
              "as in the service; partitions are read one after the other"),
          different(
              "query metrics with the time of each step; index metrics"
                  + " (x-ms-cosmos-populateindexmetrics) and advice"
                  + " (x-ms-cosmos-populatequeryadvice)",
              "the total time and the loaded and returned items and bytes; the times of the steps"
                  + " are 0; no index metrics and no advice",
              "the steps are not measured separately; RequestRecord has the loaded items, too"),
          different(
              "x-ms-documentdb-query-enable-scan, x-ms-documentdb-force-query-scan,"
                  + " x-ms-documentdb-query-enable-low-precision-order-by and"
                  + " x-ms-documentdb-query-emit-traces tune a query;"
                  + " x-ms-documentdb-responsecontinuationtokenlimitinkb bounds its continuation;"
                  + " x-ms-documentdb-content-serialization-format asks for binary JSON",
              "the headers are accepted but have no effect: a query without an index always scans,"
                  + " a continuation has less than 1 KB for most queries, and JSON is text",
              "the rows are the same"),
          different(
              "a page of a query may take 5 s; the bounds of rows and memory are not published",
              "10 s, 20 million rows of joins and subqueries, 64 MB; a page ends early where it"
                  + " can, with a continuation; otherwise 408, beyond the memory 413, and 429 if"
                  + " all requests together take a third of the heap; all are settings"
                  + " (WorkLimits); all conditions of a request have the time of one",
              "the account is a guest in another program's process"),
          different(
              "RegexMatch uses PCRE",
              "an engine of its own for Perl's patterns, without recursion, conditionals and"
                  + " callouts; patterns of up to 20,000 characters; a lookbehind sees 1,000"
                  + " characters; a match of more than 20 million steps answers 400",
              "the JDK's engine can't be bounded: some patterns run for ever without reading a"
                  + " character"),
          different(
              "GetCurrent… functions by the service's clock",
              "by the account's clock",
              "tests control the time"));

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
