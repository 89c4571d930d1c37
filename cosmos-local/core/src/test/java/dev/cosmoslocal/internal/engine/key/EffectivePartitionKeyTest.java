package dev.cosmoslocal.internal.engine.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.implementation.routing.PartitionKeyInternal;
import com.azure.cosmos.implementation.routing.PartitionKeyInternalHelper;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class EffectivePartitionKeyTest {
  @Property(seed = "1")
  void version1HashesLikeTheSdk(@ForAll("components") JsonNode component) {
    assertSame(PartitionKeyDefinition.KeyKind.HASH_V1, List.of(component));
  }

  @Property(seed = "1")
  void version2HashesLikeTheSdk(@ForAll("components") JsonNode component) {
    assertSame(PartitionKeyDefinition.KeyKind.HASH_V2, List.of(component));
  }

  @Property(seed = "1")
  void hierarchicalKeysHashLikeTheSdk(
      @ForAll @Size(min = 1, max = 3) List<@net.jqwik.api.From("components") JsonNode> components) {
    assertSame(PartitionKeyDefinition.KeyKind.MULTI_HASH, components);
  }

  @Example
  void theBoundsTileTheKeySpace() {
    for (PartitionKeyDefinition.KeyKind kind : PartitionKeyDefinition.KeyKind.values()) {
      for (int parts : new int[] {1, 2, 5, 70}) {
        List<String> bounds =
            IntStream.rangeClosed(0, parts)
                .mapToObj(i -> EffectivePartitionKey.bound(kind, i, parts))
                .toList();
        assertThat(bounds).isSorted().doesNotHaveDuplicates().startsWith("").endsWith("FF");
      }
    }
  }

  @Provide
  Arbitrary<JsonNode> components() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(150).map(json::textNode),
        Arbitraries.strings().alpha().ofMinLength(90).ofMaxLength(120).map(json::textNode),
        Arbitraries.doubles().map(json::numberNode),
        Arbitraries.integers().map(i -> json.numberNode((double) i)),
        Arbitraries.of(true, false).map(json::booleanNode),
        Arbitraries.of(json.nullNode(), json.objectNode()));
  }

  private static void assertSame(PartitionKeyDefinition.KeyKind kind, List<JsonNode> components) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode().addAll(components);
    PartitionKeyInternal internal = PartitionKeyInternal.fromJsonString(array.toString());
    com.azure.cosmos.models.PartitionKeyDefinition definition =
        new com.azure.cosmos.models.PartitionKeyDefinition()
            .setPaths(List.of("/a", "/b", "/c").subList(0, components.size()))
            .setKind(
                kind == PartitionKeyDefinition.KeyKind.MULTI_HASH
                    ? PartitionKind.MULTI_HASH
                    : PartitionKind.HASH)
            .setVersion(
                kind == PartitionKeyDefinition.KeyKind.HASH_V1
                    ? PartitionKeyDefinitionVersion.V1
                    : PartitionKeyDefinitionVersion.V2);
    assertThat(EffectivePartitionKey.of(kind, PartitionKeyValue.parse(array.toString())))
        .isEqualTo(PartitionKeyInternalHelper.getEffectivePartitionKeyString(internal, definition));
  }
}
