package dev.cosmosblog.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.model.item.UserItem;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CustomPropertiesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final CustomProperties SAMPLE =
      CustomProperties.NONE
          .with("subtitle", "a-post \"quoted\"\nünï😀")
          .with("topics", List.of("java", "cosmos"))
          .with("rank", 7)
          .with("score", 1.5)
          .with("pinned", true)
          .with("cover", Map.of("url", "https://example.org/a.png", "width", 640L));

  @Test
  void aValueIsReturnedAsItsType() {
    assertThat(SAMPLE.text("subtitle")).contains("a-post \"quoted\"\nünï😀");
    assertThat(SAMPLE.texts("topics")).containsExactly("java", "cosmos");
    assertThat(SAMPLE.integer("rank")).hasValue(7);
    assertThat(SAMPLE.number("rank")).hasValue(7);
    assertThat(SAMPLE.number("score")).hasValue(1.5);
    assertThat(SAMPLE.flag("pinned")).contains(true);
    assertThat(SAMPLE.object("cover").flatMap(cover -> cover.text("url")))
        .contains("https://example.org/a.png");
    assertThat(SAMPLE.asMap().keySet())
        .containsExactly("subtitle", "topics", "rank", "score", "pinned", "cover");
    assertThat(SAMPLE).hasToString("[subtitle, topics, rank, score, pinned, cover]");
  }

  @Test
  void aMissingPropertyOrOneOfAnotherTypeIsEmpty() {
    for (String name : List.of("none", "pinned")) {
      assertThat(SAMPLE.text(name)).isEmpty();
      assertThat(SAMPLE.texts(name)).isEmpty();
      assertThat(SAMPLE.integer(name)).isEmpty();
      assertThat(SAMPLE.number(name)).isEmpty();
      assertThat(SAMPLE.object(name)).isEmpty();
    }
    assertThat(SAMPLE.flag("subtitle")).isEmpty();
    assertThat(SAMPLE.integer("score")).isEmpty();
  }

  @Test
  void storedPropertiesAreReadBackEqual() throws Exception {
    CustomProperties read = JSON.readValue(JSON.writeValueAsString(SAMPLE), CustomProperties.class);
    assertThat(read).isEqualTo(SAMPLE).hasSameHashCodeAs(SAMPLE);
    // Cosmos DB may return a whole number in either form.
    assertThat(CustomProperties.of(Map.of("a", 3.0f)))
        .isEqualTo(CustomProperties.NONE.with("a", 3));
    assertThat(CustomProperties.of(Map.of("a", 0.1f)).number("a")).hasValue(0.1);
  }

  @Test
  void theSizeIsMeasuredInJson() throws Exception {
    assertThat(SAMPLE.jsonBytes())
        .isEqualTo(JSON.writeValueAsString(SAMPLE.asMap()).getBytes(StandardCharsets.UTF_8).length);
    CustomProperties empty = CustomProperties.of(Map.of("a", List.of(), "b", Map.of()));
    assertThat(empty.jsonBytes()).isEqualTo("{'a':[],'b':{}}".length());
    assertThat(CustomProperties.NONE.jsonBytes()).isZero();
  }

  @Test
  void argumentsAreCopied() {
    List<String> tags = new ArrayList<>(List.of("one"));
    Map<String, Object> given = new LinkedHashMap<>(Map.of("topics", tags));
    CustomProperties properties = CustomProperties.of(given);
    tags.add("two");
    given.clear();

    assertThat(properties.texts("topics")).containsExactly("one");
    assertThatThrownBy(() -> properties.asMap().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ((Map<?, ?>) SAMPLE.asMap().get("cover")).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aPropertyIsAddedReplacedAndRemoved() {
    CustomProperties one = CustomProperties.NONE.with("a", 1);
    assertThat(one.with("a", 2).asMap()).isEqualTo(Map.of("a", 2L));
    assertThat(one.without("a")).isEqualTo(CustomProperties.NONE);
    assertThat(one.without("missing")).isEqualTo(one);
    assertThat(SAMPLE.only(List.of("rank", "none")).asMap()).isEqualTo(Map.of("rank", 7L));
  }

  @Test
  void invalidAndReservedNamesAreRefused() {
    List.of("", "1st", "_etag", "a.b", "a b", "ä", "a/b", "-a", "title", "ttl", "properties")
        .forEach(CustomPropertiesTest::nameIsRefused);
  }

  private static void nameIsRefused(String name) {
    assertThatThrownBy(() -> CustomProperties.NONE.with(name, 1))
        .isInstanceOfSatisfying(
            InvalidPropertyException.class,
            e -> {
              assertThat(e.name()).isEqualTo(name);
              assertThat(e.reason()).contains("name");
            });
    assertThatThrownBy(() -> CustomProperties.of(Map.of(name, 1)))
        .isInstanceOf(InvalidPropertyException.class);
  }

  @Test
  void aNameHasAtMost64Characters() {
    String longest = "n".repeat(64);
    assertThat(CustomProperties.NONE.with(longest, 1).integer(longest)).hasValue(1);
    assertThatThrownBy(() -> CustomProperties.NONE.with(longest + "n", 1))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("n…");
  }

  /** A property of the library's own that the host could name would be two things at once. */
  @Test
  void theNamesOfTheLibrarysPropertiesAreReserved() {
    assertThat(
            Stream.of(PostItem.class, CommentItem.class, LikeItem.class, UserItem.class)
                .flatMap(type -> Stream.of(type.getRecordComponents()))
                .map(RecordComponent::getName))
        .isSubsetOf(CustomProperties.TAKEN_NAMES);
  }

  private static List<Object> valuesThatCannotBe() {
    Object deep = List.of();
    for (int i = 0; i < 5; i++) {
      deep = i % 2 == 0 ? Map.of("a", deep) : List.of(deep);
    }
    return List.of(
        (1L << 53) + 1,
        Long.MIN_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        new BigDecimal("1.5"),
        Optional.of("a"),
        new String[] {"a"},
        "half a pair \ud83d",
        Arrays.asList("a", null),
        Map.of("", 1),
        Map.of(1, 1),
        deep);
  }

  @Test
  void valuesThatCosmosDbWouldNotReturnAreRefused() {
    for (Object value : valuesThatCannotBe()) {
      assertThatThrownBy(() -> CustomProperties.NONE.with("a", value))
          .as("%s", value)
          .isInstanceOfSatisfying(
              InvalidPropertyException.class, e -> assertThat(e.name()).isEqualTo("a"));
    }
  }

  @Test
  void nullIsRefusedWithARemedy() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("a", null);
    assertThatThrownBy(() -> CustomProperties.of(values))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("The property 'a' has a value that is missing")
        .hasMessageContaining("Leave out what has no value");
  }

  @Test
  void valuesAtTheLimitsAreAccepted() {
    Object deep = "x";
    for (int i = 0; i < CustomProperties.MAX_DEPTH; i++) {
      deep = List.of(deep);
    }
    Map<String, Object> many = new LinkedHashMap<>();
    IntStream.range(0, CustomProperties.MAX_PROPERTIES).forEach(i -> many.put("p" + i, i));
    CustomProperties full = CustomProperties.of(many);

    assertThat(CustomProperties.NONE.with("a", deep).asMap()).containsKey("a");
    assertThat(CustomProperties.NONE.with("a", -(1L << 53)).integer("a")).hasValue(-(1L << 53));
    assertThatThrownBy(() -> full.with("more", 1))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("are 65; at most 64");
    String largest = "x".repeat(CustomProperties.MAX_BYTES_OF_POST - "{'a':''}".length());
    assertThat(CustomProperties.NONE.with("a", largest).jsonBytes()).isEqualTo(16 * 1024);
    assertThatThrownBy(() -> CustomProperties.NONE.with("a", largest + "x"))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("16,385 bytes")
        .hasMessageContaining("16,384");
  }

  @Test
  void propertiesOfAnotherProgramAreReadUnchanged() throws Exception {
    CustomProperties read =
        JSON.readValue(
            """
            {"my tag":"a","nothing":null,"":1,"list":[1,null,[2.0]],"big":123456789012345678901,
            "deep":{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}},"title":"taken"}\
            """,
            CustomProperties.class);

    assertThat(read.asMap().keySet()).containsExactly("my tag", "list", "big", "deep", "title");
    assertThat(read.asMap()).containsEntry("list", List.of(1L, List.of(2L)));
    assertThat(read.number("big")).hasValue(123456789012345678901.0);
    assertThat(read.without("my tag").asMap()).hasSize(4);
    assertThatThrownBy(() -> read.check("post", CustomProperties.MAX_BYTES_OF_POST))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("'my tag'");
    for (Object none : new Object[] {null, "text", List.of(1), 5}) {
      assertThat(CustomProperties.stored(none)).isEqualTo(CustomProperties.NONE);
    }
  }

  @Test
  void aSummaryHasTheChosenPropertiesIfTheyFit() {
    PostItem item =
        PostItem.of(
            new Post(PostId.of("p"), UserId.of("u"), "", "", "", Instant.EPOCH).with(SAMPLE), 0);
    assertThat(item.summary(SummaryRule.DEFAULT.with(Set.of("topics", "none"))).properties())
        .isEqualTo(CustomProperties.NONE.with("topics", List.of("java", "cosmos")));
    assertThat(item.summary().properties()).isEqualTo(CustomProperties.NONE);
    Post large = item.toPost().with(SAMPLE.with("note", "x".repeat(1024)));
    assertThat(
            PostItem.of(large, 0)
                .summary(SummaryRule.DEFAULT.with(Set.of("topics", "note")))
                .properties())
        .isEqualTo(CustomProperties.NONE);
    assertThatThrownBy(() -> large.properties().checkSummary(Set.of("note")))
        .isInstanceOf(InvalidPropertyException.class)
        .hasMessageContaining("[note], which a post's summary includes");
  }
}
