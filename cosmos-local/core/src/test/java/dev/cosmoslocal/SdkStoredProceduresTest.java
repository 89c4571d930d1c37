package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The stored procedures of Microsoft's "How to write stored procedures, triggers, and user-defined
 * functions", and more.
 */
class SdkStoredProceduresTest {
  // The service's 5 s could be too short on a busy machine, and these tests don't test time.
  @RegisterExtension
  static final SdkEmulator emulator =
      new SdkEmulator(LocalCosmos.builder().scriptTime(Duration.ofMinutes(1)));

  private static final CosmosContainer items = emulator.container("items");
  private static final SdkScripts scripts = new SdkScripts(items);

  @Test
  void aProcedureReturnsTheBodyThatItSets() {
    String hello =
        """
        function () {
            var context = getContext();
            var response = context.getResponse();
            response.setBody("Hello, World");
        }
        """;
    assertThat(scripts.call("p", hello).getResponseAsString()).isEqualTo("\"Hello, World\"");
    assertThat(scripts.call("p", "function () {}").getResponseAsString()).isEqualTo("\"\"");
  }

  @Test
  void aProcedureCreatesAnItemAndReturnsItsId() {
    String create =
        """
        function createMyDocument(documentToCreate) {
            var context = getContext();
            var container = context.getCollection();
            var accepted = container.createDocument(container.getSelfLink(),
                documentToCreate,
                function (err, documentCreated) {
                    if (err) throw new Error('Error' + err.message);
                    context.getResponse().setBody(documentCreated.id)
                });
            if (!accepted) return;
        }
        """;
    CosmosStoredProcedureResponse response =
        scripts.call("create", create, Map.of("id", "made", "pk", "create"));
    assertThat(response.getResponseAsString()).isEqualTo("\"made\"");
    assertThat(read("made", "create").path("pk").textValue()).isEqualTo("create");
    assertThat(scripts.failure("create", create, Map.of("id", "made", "pk", "create")))
        .satisfies(
            e -> {
              assertThat(e.getStatusCode()).isEqualTo(400);
              assertThat(e.getMessage())
                  .contains("Encountered exception while executing Javascript.")
                  .contains("already exists");
            });
  }

  @Test
  void anArrayArgumentCanBeAString() {
    String sample =
        """
        function sample(arr) {
            if (typeof arr === "string") arr = JSON.parse(arr);
            arr.forEach(function(a) {
                // do something here
                console.log(a);
            });
        }
        """;
    assertThat(scripts.call("p", sample, "[\"a\",\"é b\"]").getScriptLog()).isEqualTo("aé b");
    assertThat(scripts.call("p", sample, List.of("x", "y")).getScriptLog()).isEqualTo("xy");
  }

  @Test
  void argumentsMayBeAbsentOrNull() {
    String count =
        "function (a) { getContext().getResponse().setBody([arguments.length, a === null]); }";
    String id = scripts.procedure(count);
    assertThat(scripts.execute("p", id, new Object[] {null}).getResponseAsString())
        .isEqualTo("[1,true]");
    CosmosStoredProcedureResponse none =
        items
            .getScripts()
            .getStoredProcedure(id)
            .execute(
                null,
                new CosmosStoredProcedureRequestOptions().setPartitionKey(new PartitionKey("p")));
    assertThat(none.getResponseAsString()).isEqualTo("[0,false]");
  }

  @Test
  void aFailedTradeOfPlayersIsRolledBack() {
    String trade =
        """
        // JavaScript source code
        function tradePlayers(playerId1, playerId2) {
            var context = getContext();
            var container = context.getCollection();
            var response = context.getResponse();

            var player1Document, player2Document;

            // query for players
            var filterQuery =
            {
                'query' : 'SELECT * FROM Players p where p.id = @playerId1',
                'parameters' : [{'name':'@playerId1', 'value':playerId1}]
            };

            var accept = container.queryDocuments(container.getSelfLink(), filterQuery, {},
                function (err, items, responseOptions) {
                    if (err) throw new Error("Error" + err.message);

                    if (items.length != 1) throw "Unable to find both names";
                    player1Item = items[0];

                    var filterQuery2 =
                    {
                        'query' : 'SELECT * FROM Players p where p.id = @playerId2',
                        'parameters' : [{'name':'@playerId2', 'value':playerId2}]
                    };
                    var accept2 = container.queryDocuments(
                        container.getSelfLink(), filterQuery2, {},
                        function (err2, items2, responseOptions2) {
                            if (err2) throw new Error("Error" + err2.message);
                            if (items2.length != 1) throw "Unable to find both names";
                            player2Item = items2[0];
                            swapTeams(player1Item, player2Item);
                            return;
                        });
                    if (!accept2) throw "Unable to read player details, abort ";
                });

            if (!accept) throw "Unable to read player details, abort ";

            // swap the two players’ teams
            function swapTeams(player1, player2) {
                var player2NewTeam = player1.team;
                player1.team = player2.team;
                player2.team = player2NewTeam;

                var accept = container.replaceDocument(player1._self, player1,
                    function (err, itemReplaced) {
                        if (err) throw "Unable to update player 1, abort ";

                        var accept2 = container.replaceDocument(player2._self, player2,
                            function (err2, itemReplaced2) {
                                if (err) throw "Unable to update player 2, abort "
                            });

                        if (!accept2) throw "Unable to update player 2, abort";
                    });

                if (!accept) throw "Unable to update player 1, abort";
            }
        }
        """;
    items.createItem(SdkEmulator.item("ann", "teams").put("team", "red"));
    items.createItem(SdkEmulator.item("bob", "teams").put("team", "blue"));
    scripts.call("teams", trade, "ann", "bob");
    assertThat(read("ann", "teams").path("team").textValue()).isEqualTo("blue");
    assertThat(read("bob", "teams").path("team").textValue()).isEqualTo("red");
    assertThat(scripts.failure("teams", trade, "ann", "nobody").getMessage())
        .contains("Unable to find both names");
    assertThat(read("ann", "teams").path("team").textValue()).isEqualTo("blue");
  }

  @Test
  void theNumberOfAThrownErrorBecomesTheSubStatus() {
    CosmosException numbered =
        scripts.failure("p", "function () { throw new Error(404, 'no such post'); }");
    assertThat(numbered.getStatusCode()).isEqualTo(400);
    assertThat(numbered.getSubStatusCode()).isEqualTo(404);
    assertThat(numbered.getMessage()).contains("Exception = Error: no such post");
    String missing = "function () { var c = __; c.readDocument(c.getAltLink() + '/docs/none'); }";
    assertThat(scripts.failure("p", missing).getSubStatusCode()).isEqualTo(404);
  }

  @Test
  void aProcedureIsReadReplacedListedAndDeleted() {
    CosmosContainer own = emulator.container("registered");
    CosmosStoredProcedureProperties made =
        new CosmosStoredProcedureProperties("s", "function () { __.response.setBody(1); }");
    own.getScripts().createStoredProcedure(made);
    assertThatThrownBy(() -> own.getScripts().createStoredProcedure(made))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(409));
    CosmosStoredProcedureProperties read =
        own.getScripts().getStoredProcedure("s").read().getProperties();
    assertThat(read.getBody()).isEqualTo(made.getBody());
    read.setBody("function () { __.response.setBody(2); }");
    own.getScripts().getStoredProcedure("s").replace(read);
    assertThat(new SdkScripts(own).execute("p", "s").getResponseAsString()).isEqualTo("2");
    assertThat(own.getScripts().readAllStoredProcedures()).hasSize(1);
    assertThat(
            own.getScripts()
                .queryStoredProcedures(
                    "SELECT * FROM s WHERE s.id = 'none'", new CosmosQueryRequestOptions()))
        .isEmpty();
    own.getScripts().getStoredProcedure("s").delete();
    assertThat(own.getScripts().readAllStoredProcedures()).isEmpty();
    assertThatThrownBy(() -> new SdkScripts(own).execute("p", "s"))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(404));
  }

  private static ObjectNode read(String id, String pk) {
    return items.readItem(id, new PartitionKey(pk), ObjectNode.class).getItem();
  }
}
