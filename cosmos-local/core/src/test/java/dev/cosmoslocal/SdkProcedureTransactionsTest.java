package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Atomicity, limits and charges of stored procedures. */
class SdkProcedureTransactionsTest {
  // The service's 5 s could be too short on a busy machine, and these tests don't test time.
  @RegisterExtension
  static final SdkEmulator emulator =
      new SdkEmulator(LocalCosmos.builder().scriptTime(Duration.ofMinutes(1)));

  private static final CosmosContainer items = emulator.container("items");
  private static final SdkScripts scripts = new SdkScripts(items);

  private static final String BULK_IMPORT =
      """
      function bulkImport(items) {
          var container = getContext().getCollection();
          var containerLink = container.getSelfLink();

          // The count of imported items, also used as current item index.
          var count = 0;

          // Validate input.
          if (!items) throw new Error("The array is undefined or null.");

          var itemsLength = items.length;
          if (itemsLength == 0) {
              getContext().getResponse().setBody(0);
          }

          // Call the create API to create an item.
          tryCreate(items[count], callback);

          // Note that there are 2 exit conditions:
          // 1) The createDocument request was not accepted.
          //    In this case the callback will not be called, we just call setBody and we are done.
          // 2) The callback was called items.length times.
          //    In this case all items were created and we don't need to call tryCreate anymore.
          //    Just call setBody and we are done.
          function tryCreate(item, callback) {
              var isAccepted = container.createDocument(containerLink, item, callback);

              // If the request was accepted, callback will be called.
              // Otherwise report current count back to the client,
              // which will call the script again with remaining set of items.
              if (!isAccepted) getContext().getResponse().setBody(count);
          }

          // This is called when container.createDocument is done in order to process the result.
          function callback(err, item, options) {
              if (err) throw err;

              // One more item has been inserted, increment the count.
              count++;

              if (count >= itemsLength) {
                  // If we created all items, we are done. Just set the response.
                  getContext().getResponse().setBody(count);
              } else {
                  // Create next document.
                  tryCreate(items[count], callback);
              }
          }
      }
      """;

  @Test
  void thousandsOfConsecutiveCallsDoNotOverflowTheStack() {
    List<Map<String, Object>> many = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      many.add(Map.of("id", "i" + i, "pk", "bulk", "n", i));
    }
    assertThat(scripts.call("bulk", BULK_IMPORT, many).getResponseAsString()).isEqualTo("3000");
    assertThat(count("bulk")).isEqualTo(3_000);
  }

  @Test
  void aCallThatIsNotAcceptedHasNoEffect() {
    try (SdkEmulator small = new SdkEmulator(LocalCosmos.builder().scriptOperations(7))) {
      SdkScripts bounded = new SdkScripts(small.container("items"));
      List<Map<String, Object>> ten = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        ten.add(Map.of("id", "i" + i, "pk", "p"));
      }
      assertThat(bounded.call("p", BULK_IMPORT, ten).getResponseAsString()).isEqualTo("7");
      String throwing =
          """
          function () {
            var c = getContext().getCollection();
            for (var i = 0; i < 8; i++) {
              var accepted = c.createDocument(c.getSelfLink(), {id: 'x' + i, pk: 'p'});
              if (!accepted) throw new Error('out of time');
            }
          }
          """;
      assertThat(bounded.failure("p", throwing).getMessage()).contains("out of time");
      assertThatThrownBy(
              () ->
                  bounded
                      .container()
                      .readItem("x0", new PartitionKey("p"), ObjectNode.class)
                      .getItem())
          .isInstanceOf(CosmosException.class);
    }
  }

  @Test
  void anEndlessScriptTimesOutAndIsRolledBack() {
    try (SdkEmulator quick =
        new SdkEmulator(LocalCosmos.builder().scriptTime(Duration.ofMillis(300)))) {
      SdkScripts bounded = new SdkScripts(quick.container("items"));
      String endless =
          """
          function () {
            __.createDocument(__.getSelfLink(), {id: 'x', pk: 'p'},
                function () { while (true) {} });
          }
          """;
      assertThat(bounded.failure("p", endless).getStatusCode()).isEqualTo(408);
      assertThatThrownBy(
              () ->
                  bounded
                      .container()
                      .readItem("x", new PartitionKey("p"), ObjectNode.class)
                      .getItem())
          .isInstanceOfSatisfying(
              CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(404));
    }
  }

  @Test
  void aScriptIsLimitedToItsPartition() {
    items.createItem(SdkEmulator.item("there", "other"));
    String look =
        """
        function () {
          var c = getContext().getCollection();
          c.queryDocuments(c.getSelfLink(), 'SELECT VALUE COUNT(1) FROM c', function (err, rows) {
            if (err) throw err;
            getContext().getResponse().setBody(rows);
          });
        }
        """;
    assertThat(scripts.call("empty", look).getResponseAsString()).isEqualTo("[0]");
    String write = "function () { __.createDocument(__.getSelfLink(), {id: 'x', pk: 'other'}); }";
    CosmosException refused = scripts.failure("empty", write);
    assertThat(refused.getStatusCode()).isEqualTo(400);
    assertThat(refused.getMessage()).contains("cannot reference partition keys other than");
  }

  @Test
  void aScriptSeesItsOwnWritesAndPagesThroughThem() {
    String pages =
        """
        function () {
          var c = getContext().getCollection(), pages = [];
          for (var i = 0; i < 5; i++) c.createDocument(c.getSelfLink(), {pk: 'pages', n: i});
          function next(continuation) {
            var query = 'SELECT VALUE c.n FROM c ORDER BY c.n DESC';
            var accepted = c.queryDocuments(c.getSelfLink(), query,
                {pageSize: 2, continuation: continuation}, function (err, rows, options) {
              if (err) throw err;
              pages.push(rows);
              if (options.continuation) next(options.continuation);
              else getContext().getResponse().setBody(pages);
            });
            if (!accepted) throw new Error('not accepted');
          }
          next();
        }
        """;
    assertThat(scripts.call("pages", pages).getResponseAsString()).isEqualTo("[[4,3],[2,1],[0]]");
    assertThat(count("pages")).isEqualTo(5);
  }

  @Test
  void entityTagsGuardWrites() {
    items.createItem(SdkEmulator.item("t", "tag"));
    String guarded =
        """
        function (tag) {
          var c = getContext().getCollection();
          c.readDocument(c.getAltLink() + '/docs/t', function (err, doc) {
            var condition = {etag: tag || doc._etag};
            c.replaceDocument(doc._self, doc, condition, function (err2, replaced, options) {
              getContext().getResponse().setBody(err2 ? err2.number : options.statusCode);
            });
          });
        }
        """;
    assertThat(scripts.call("tag", guarded).getResponseAsString()).isEqualTo("200");
    assertThat(scripts.call("tag", guarded, "\"old\"").getResponseAsString()).isEqualTo("412");
  }

  @Test
  void allWritesOfAProcedureShareOneLsn() {
    String two =
        """
        function () {
          __.createDocument(__.getSelfLink(), {id: '1', pk: 'one'});
          __.upsertDocument(__.getSelfLink(), {id: '2', pk: 'one'});
          __.deleteDocument(__.getAltLink() + '/docs/1');
        }
        """;
    CosmosStoredProcedureResponse done = scripts.call("one", two);
    CosmosItemResponse<ObjectNode> next = items.createItem(SdkEmulator.item("3", "one"));
    assertThat(lsn(next.getSessionToken())).isEqualTo(lsn(done.getSessionToken()) + 1);
    assertThat(count("one")).isEqualTo(2);
  }

  @Test
  void aProcedureIsChargedForItsCallReadsAndWrites() {
    double nothing = scripts.call("ru", "function () {}").getRequestCharge();
    assertThat(nothing).isEqualTo(4.7, within(0.001));
    items.createItem(SdkEmulator.item("r", "ru"));
    String read = "function () { __.readDocument(__.getAltLink() + '/docs/r'); }";
    assertThat(scripts.call("ru", read).getRequestCharge()).isEqualTo(5.7, within(0.001));
    String write = "function () { __.createDocument(__.getSelfLink(), {pk: 'ru'}); }";
    assertThat(scripts.call("ru", write).getRequestCharge()).isBetween(9.25, 11.0);
  }

  private static long count(String pk) {
    return items
        .queryItems(
            "SELECT VALUE COUNT(1) FROM c",
            new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(pk)),
            Long.class)
        .iterator()
        .next();
  }

  private static long lsn(String token) {
    return Long.parseLong(token.substring(token.indexOf('#') + 1));
  }
}
