package dev.cosmoslocal.internal.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.query.value.Values;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

/** Generates values of every type, undefined included. */
public final class AnyJsonValue implements ArbitrarySupplier<JsonNode> {

  @Override
  public Arbitrary<JsonNode> get() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    Arbitrary<JsonNode> scalars =
        Arbitraries.oneOf(
            Arbitraries.of(Values.UNDEFINED, json.nullNode(), json.booleanNode(true)),
            Arbitraries.doubles().between(-1e6, 1e6).map(json::numberNode),
            Arbitraries.integers().map(json::numberNode),
            Arbitraries.strings().ascii().ofMaxLength(4).map(json::textNode));
    return Arbitraries.lazyOf(
        () -> scalars,
        () ->
            get()
                .filter(v -> !v.isMissingNode())
                .list()
                .ofMaxSize(2)
                .map(list -> json.arrayNode().addAll(list)),
        () ->
            get()
                .filter(v -> !v.isMissingNode())
                .map(v -> json.objectNode().<ObjectNode>set("k", v)));
  }
}
