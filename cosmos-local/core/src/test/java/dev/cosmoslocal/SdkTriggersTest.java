package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The triggers of Microsoft's "How to write stored procedures, triggers, and user-defined
 * functions", and more.
 */
class SdkTriggersTest {
  private static final String TIMESTAMP =
      """
      function validateToDoItemTimestamp() {
          var context = getContext();
          var request = context.getRequest();

          // item to be created in the current operation
          var itemToCreate = request.getBody();

          // validate properties
          if (!("timestamp" in itemToCreate)) {
              var ts = new Date();
              itemToCreate["timestamp"] = ts.getTime();
          }

          // update the item that will be created
          request.setBody(itemToCreate);
      }
      """;

  private static final String METADATA =
      """
      function updateMetadata() {
          var context = getContext();
          var container = context.getCollection();
          var response = context.getResponse();

          // item that was created
          var createdItem = response.getBody();

          // query for metadata document
          var filterQuery = 'SELECT * FROM root r WHERE r.id = "_metadata"';
          var accept = container.queryDocuments(container.getSelfLink(), filterQuery,
              updateMetadataCallback);
          if(!accept) throw "Unable to update metadata, abort";

          function updateMetadataCallback(err, items, responseOptions) {
              if(err) throw new Error("Error" + err.message);

              if(items.length != 1) throw 'Unable to find metadata document';

              var metadataItem = items[0];

              // update metadata
              metadataItem.createdItems += 1;
              metadataItem.createdNames += " " + createdItem.id;
              var accept = container.replaceDocument(metadataItem._self,
                  metadataItem, function(err, itemReplaced) {
                      if(err) throw "Unable to update metadata, abort";
                  });

              if(!accept) throw "Unable to update metadata, abort";
              return;
          }
      }
      """;

  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer items;
  private static SdkScripts scripts;

  @BeforeAll
  static void createContainer() {
    items = cosmos.container("items");
    scripts = new SdkScripts(items);
  }

  @Test
  void aPreTriggerModifiesTheItem() {
    String stamp = scripts.trigger(TriggerType.PRE, TriggerOperation.ALL, TIMESTAMP);
    items.createItem(SdkEmulator.item("new", "pre"), before(stamp));
    assertThat(read("new", "pre").path("timestamp").isNumber()).isTrue();
    items.upsertItem(SdkEmulator.item("ups", "pre"), before(stamp));
    assertThat(read("ups", "pre").path("timestamp").isNumber()).isTrue();
    items.replaceItem(
        SdkEmulator.item("ups", "pre").put("timestamp", 5),
        "ups",
        new PartitionKey("pre"),
        before(stamp));
    assertThat(read("ups", "pre").path("timestamp").intValue()).isEqualTo(5);
  }

  @Test
  void aPostTriggerWritesInTheSameTransaction() {
    String metadata = scripts.trigger(TriggerType.POST, TriggerOperation.ALL, METADATA);
    CosmosException refused =
        catchThrowableOfType(
            CosmosException.class,
            () -> items.createItem(SdkEmulator.item("first", "post"), after(metadata)));
    assertThat(refused.getStatusCode()).isEqualTo(400);
    assertThat(refused.getMessage()).contains("Unable to find metadata document");
    assertThat(exists("first", "post")).as("rolled back with its trigger").isFalse();
    items.createItem(
        SdkEmulator.item("_metadata", "post").put("createdItems", 0).put("createdNames", ""));
    items.createItem(SdkEmulator.item("first", "post"), after(metadata));
    items.createItem(SdkEmulator.item("second", "post"), after(metadata));
    assertThat(read("_metadata", "post").path("createdItems").intValue()).isEqualTo(2);
    assertThat(read("_metadata", "post").path("createdNames").textValue())
        .isEqualTo(" first second");
  }

  /**
   * The article's truncateFeed adds one to its count for the document that the query doesn't see.
   */
  @Test
  void queriesOfAPostTriggerDontSeeTheTriggeringWrite() {
    String count =
        """
        function () {
          var c = getContext().getCollection();
          c.queryDocuments(c.getSelfLink(), "SELECT VALUE c.n FROM c WHERE c.id != 'seen'", {},
              function (err, rows) {
            if (err) throw err;
            var seen = {id: 'seen', pk: 'unseen', operation: rows.join()};
            var ok = c.upsertDocument(c.getSelfLink(), seen);
            if (!ok) throw new Error('no time');
          });
        }
        """;
    String counted = scripts.trigger(TriggerType.POST, TriggerOperation.ALL, count);
    items.createItem(SdkEmulator.item("a", "unseen").put("n", 1), after(counted));
    assertThat(read("seen", "unseen").path("operation").textValue()).isEmpty();
    items.upsertItem(SdkEmulator.item("b", "unseen").put("n", 2), after(counted));
    assertThat(read("seen", "unseen").path("operation").textValue()).isEqualTo("1");
    items.upsertItem(SdkEmulator.item("a", "unseen").put("n", 3), after(counted));
    assertThat(read("seen", "unseen").path("operation").textValue())
        .as("a replaced one is seen as it was")
        .isEqualTo("1,2");
  }

  @Test
  void aTriggerSeesTheOperationType() {
    String tell =
        """
        function () {
          var c = getContext().getCollection();
          var ok = c.upsertDocument(c.getSelfLink(),
              {id: 'last', pk: 'told', operation: getContext().getRequest().getOperationType()});
          if (!ok) throw new Error('no time');
        }
        """;
    String told = scripts.trigger(TriggerType.POST, TriggerOperation.ALL, tell);
    items.createItem(SdkEmulator.item("x", "told"), after(told));
    assertThat(operation()).isEqualTo("Create");
    items.upsertItem(SdkEmulator.item("x", "told"), after(told));
    assertThat(operation()).isEqualTo("Upsert");
    items.replaceItem(SdkEmulator.item("x", "told"), "x", new PartitionKey("told"), after(told));
    assertThat(operation()).isEqualTo("Replace");
    items.deleteItem("x", new PartitionKey("told"), after(told));
    assertThat(operation()).isEqualTo("Delete");
    assertThat(exists("x", "told")).isFalse();
  }

  @Test
  void aPostTriggerCanChangeTheResponseButNotTheItem() {
    String change =
        "function () { var r = getContext().getResponse(), b = r.getBody(); b.extra = 1;"
            + " r.setBody(b); }";
    String changing = scripts.trigger(TriggerType.POST, TriggerOperation.CREATE, change);
    ObjectNode answer =
        items.createItem(SdkEmulator.item("a", "answer"), after(changing)).getItem();
    assertThat(answer.path("extra").intValue()).isEqualTo(1);
    assertThat(read("a", "answer").has("extra")).isFalse();
  }

  @Test
  void aMissingOrUnsuitableTriggerIsRefused() {
    assertThat(createStatus(before("nothing"))).isEqualTo(400);
    String deleting = scripts.trigger(TriggerType.PRE, TriggerOperation.DELETE, "function () {}");
    assertThat(createStatus(before(deleting))).isEqualTo(400);
    assertThat(createStatus(after(deleting))).isEqualTo(400);
    assertThat(exists("refused", "p")).isFalse();
  }

  @Test
  void aPreTriggerCanRejectTheWriteAndHasNoResponse() {
    String refusing =
        "function () { if (!getContext().getResponse) throw new Error(403, 'refused by a rule'); }";
    String rule = scripts.trigger(TriggerType.PRE, TriggerOperation.CREATE, refusing);
    CosmosException refused =
        catchThrowableOfType(
            CosmosException.class,
            () -> items.createItem(SdkEmulator.item("refused", "p"), before(rule)));
    assertThat(refused.getStatusCode()).isEqualTo(400);
    assertThat(refused.getSubStatusCode()).isEqualTo(403);
    assertThat(exists("refused", "p")).isFalse();
  }

  @Test
  void aFailedWriteSkipsThePostTriggerAndRollsBackThePreTrigger() {
    String writing =
        "function () { __.upsertDocument(__.getSelfLink(), {id: 'trace', pk: 'undone'}); }";
    String trace = scripts.trigger(TriggerType.PRE, TriggerOperation.CREATE, writing);
    items.createItem(SdkEmulator.item("taken", "undone"));
    CosmosException conflict =
        catchThrowableOfType(
            CosmosException.class,
            () -> items.createItem(SdkEmulator.item("taken", "undone"), before(trace)));
    assertThat(conflict.getStatusCode()).isEqualTo(409);
    assertThat(exists("trace", "undone")).isFalse();
  }

  @Test
  void aTriggerReplacesAnItemByItsLink() {
    String id = scripts.trigger(TriggerType.PRE, TriggerOperation.ALL, "function () {}");
    var trigger = items.getScripts().getTrigger(id);
    var properties = trigger.read().getProperties();
    properties.setBody("function () { throw new Error('now'); }");
    trigger.replace(properties);
    assertThat(trigger.read().getProperties().getTriggerType()).isEqualTo(TriggerType.PRE);
    assertThat(createStatus(before(id))).isEqualTo(400);
  }

  private static int createStatus(CosmosItemRequestOptions options) {
    return catchThrowableOfType(
            CosmosException.class,
            () -> items.createItem(SdkEmulator.item("refused", "p"), options))
        .getStatusCode();
  }

  private static String operation() {
    return read("last", "told").path("operation").textValue();
  }

  private static CosmosItemRequestOptions before(String trigger) {
    return new CosmosItemRequestOptions().setPreTriggerInclude(List.of(trigger));
  }

  private static CosmosItemRequestOptions after(String trigger) {
    return new CosmosItemRequestOptions().setPostTriggerInclude(List.of(trigger));
  }

  private static boolean exists(String id, String pk) {
    return items
            .readMany(List.of(new CosmosItemIdentity(new PartitionKey(pk), id)), ObjectNode.class)
            .getResults()
            .size()
        == 1;
  }

  private static ObjectNode read(String id, String pk) {
    return items.readItem(id, new PartitionKey(pk), ObjectNode.class).getItem();
  }
}
