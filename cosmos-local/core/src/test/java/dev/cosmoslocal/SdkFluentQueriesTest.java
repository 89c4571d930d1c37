package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The functions of Microsoft Learn, "JavaScript query API in Azure Cosmos DB", and the examples of
 * "How to write stored procedures and triggers by using the JavaScript query API" and of the
 * server-side library's reference.
 */
class SdkFluentQueriesTest {
  @RegisterExtension
  static final SdkEmulator emulator =
      new SdkEmulator(LocalCosmos.builder().scriptTime(Duration.ofMinutes(1)));

  private static CosmosContainer people;
  private static SdkScripts scripts;

  @BeforeAll
  static void start() {
    people = emulator.container("people");
    scripts = new SdkScripts(people);
    person("ann", 31, "tea", "go");
    person("bob", 25);
    person("cid", 29, "go");
    ObjectNode ageless = SdkEmulator.item("dot", "p").put("name", "dot");
    ageless.putArray("tags").addArray().add("deep").addArray().add("er");
    people.createItem(ageless);
    people.createItem(SdkEmulator.item("eve", "other").put("name", "eve").put("age", 1));
  }

  private static void person(String name, int age, String... tags) {
    ObjectNode item = SdkEmulator.item(name, "p").put("name", name).put("age", age);
    for (String tag : tags) {
      item.withArray("tags").add(tag);
    }
    people.createItem(item);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "filter(function (d) { return d.age < 30; }).pluck('name') | ['bob','cid']",
        "map(function (d) { return {n: d.name, a: d.age}; }).filter(function (d) { return d.a < 28;"
            + " }) | [{'n':'bob','a':25}]",
        "sortBy(function (d) { return d.age; }).pluck('name') | ['dot','bob','cid','ann']",
        "filter(function (d) { return d.age < 30; }).sortByDescending(function (d) { return d.name;"
            + " }).pluck('name') | ['cid','bob']",
        "filter(function (d) { return d.tags; }).pluck('tags').flatten() |"
            + " ['tea','go','go','deep','er']",
        "filter(function (d) { return d.tags; }).pluck('tags').flatten(true) |"
            + " ['tea','go','go',['deep',['er']]]",
        "filter(function (d) { return d.age; }).unwind(function (d) { return d.tags; }, function"
            + " (d, t) { return d.id + t; }) | ['anntea','anngo','cidgo']",
        "pluck('id').unwind(function (id) { return [1]; }) |"
            + " [['ann',1],['bob',1],['cid',1],['dot',1]]"
      })
  void valueReturnsTheResultOfAChain(String chain, String expected) {
    String body =
        "function () { var c = getContext().getCollection(); var r = c.chain()."
            + chain
            + ".value(function (err, feed) { if (err) throw err; __.response.setBody(feed); });"
            + " if (!r.isAccepted) throw new Error('The call was not accepted'); }";
    assertThat(answer(body)).isEqualTo(expected);
  }

  /**
   * The reference: without a callback, "the result document set will be written to the Response
   * body".
   */
  @Test
  void withoutACallbackTheResultBecomesTheBody() {
    String body = "function () { __.filter(function (d) { return d.id === 'bob'; }); }";
    String text = Json.parse(scripts.call("p", body).getResponseAsString()).asText();
    assertThat(Json.parse(text)).singleElement().matches(d -> d.path("age").asInt() == 25);
  }

  @Test
  void aPageIsFilledEvenIfFewItemsMatch() {
    IntStream.range(0, 250)
        .forEach(i -> people.createItem(SdkEmulator.item("i" + i, "many").put("n", i)));
    String body =
        """
        function () {
          var pages = [];
          function next(token) {
            var r = __.chain().filter(function (d) { return d.n % 50 === 0; }).pluck('n')
                .value({pageSize: 2, continuation: token}, function (err, feed, options) {
                  if (err) throw err;
                  pages.push(feed);
                  if (options.continuation) next(options.continuation);
                  else __.response.setBody(pages);
                });
            if (!r.isAccepted) throw new Error('The call was not accepted');
          }
          next();
        }
        """;
    assertThat(scripts.call("many", body).getResponseAsString())
        .startsWith("[[0,50],[100,150],[200")
        .contains("[200]");
  }

  @Test
  void aSortedResultContinuesWithItsContinuation() {
    String body =
        """
        function () {
          function page(token, then) {
            __.sortByDescending(function (d) { return d.name; },
                {pageSize: 3, continuation: token}, then);
          }
          page(undefined, function (err, first, options) {
            page(options.continuation, function (err, second, end) {
              __.response.setBody([first.length, second[0].name, end.continuation === undefined]);
            });
          });
        }
        """;
    assertThat(answer(body)).isEqualTo("[3,'ann',true]");
  }

  @Test
  void anErrorOfAPredicateReachesTheCallback() {
    String body =
        """
        function () {
          __.filter(function (d) { throw new Error('no'); },
              function (err) { __.response.setBody(err.message); });
        }
        """;
    assertThat(answer(body)).isEqualTo("'no'");
    String without = "function () { __.map(function (d) { throw new Error('no'); }); }";
    assertThat(scripts.failure("p", without)).hasMessageContaining("no");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "__.filter() | The predicate/transform function must be provided.",
        "__.pluck('') | The property name must be a string and cannot be empty.",
        "__.filter(function () {}, 7) | The \"options\" parameter must be of type \"object\".",
        "__.chain().filter(function () {}, {}) | options and the callback parameter can only be"
            + " provided"
      })
  void invalidCallsAreRejectedWithAReason(String call, String message) {
    assertThat(scripts.failure("p", "function () { " + call + "; }").getMessage())
        .contains(message.replace("\"", "\\\\\\\""));
  }

  /**
   * The procedure of the second page, abridged. It maintains the sum of sizes in a separate item.
   */
  @Test
  void anItemIsCreatedAndTheMetadataUpdated() {
    people.createItem(
        SdkEmulator.item("meta", "sizes").put("isMetadata", true).put("totalSize", 0));
    String insert =
        """
        function insertDocumentAndUpdateMetadata(item) {
          var isAccepted = __.createDocument(__.getSelfLink(), item, {}, function (err, item) {
            if (err) throw err;
            var result = __.filter(function (x) {
              return x.isMetadata === true
            }, function (err, feed, options) {
              if (err) throw err;
              if (!feed || !feed.length) throw new Error("Failed to find the metadata item.");
              var metaItem = feed[0];
              metaItem.totalSize += item.size;
              var isAccepted = __.replaceDocument(metaItem._self, metaItem, {etag: metaItem._etag});
              if (!isAccepted) throw new Error("replaceDocument was not accepted.");
            });
            if (!result.isAccepted) throw new Error("filter was not accepted.");
          });
          if (!isAccepted) throw new Error("createDocument was not accepted.");
        }
        """;
    String id = scripts.procedure(insert);
    for (int size = 1; size <= 3; size++) {
      scripts.execute("sizes", id, SdkEmulator.item("s" + size, "sizes").put("size", size));
    }
    assertThat(
            answer(
                "sizes",
                "function () { __.filter(function (d) { return d.totalSize; },"
                    + " function (err, feed) { __.response.setBody(feed[0].totalSize); }); }"))
        .isEqualTo("6");
  }

  private static String answer(String body) {
    return answer("p", body);
  }

  private static String answer(String partitionKey, String body) {
    return scripts.call(partitionKey, body).getResponseAsString().replace('"', '\'');
  }
}
