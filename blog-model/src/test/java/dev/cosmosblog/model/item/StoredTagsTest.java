package dev.cosmosblog.model.item;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.Tag;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other programs may store anything as a post's tags. */
class StoredTagsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static PostItem post(String tags) throws Exception {
    return JSON.readValue(
        "{\"id\":\"p\",\"postId\":\"p\",\"userId\":\"u\",\"tags\":" + tags + "}", PostItem.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null|[]",
        "[]|[]",
        "'\"java\"'|[]",
        "7|[]",
        "{\"a\":\"java\"}|[]",
        "[1,null,\"No!\",{},[\"x\"],\"java\"]|[java]",
        "[\"b\",\"a\",\"b\"]|[b, a]"
      })
  void whatIsNoTagIsLeftOut(String stored, String tags) throws Exception {
    assertThat(post(stored).toPost().tags()).hasToString(tags);
    assertThat(post(stored).summary().toSummary().tags()).hasToString(tags);
  }

  @Test
  void tagsAfterTheTenthAreLeftOut() throws Exception {
    List<String> many = IntStream.range(0, 200).mapToObj(i -> "t" + i).toList();
    assertThat(post(JSON.writeValueAsString(many)).toPost().tags())
        .isEqualTo(many.stream().limit(10).map(Tag::of).toList());
    assertThat(StoredTags.valid(many)).hasSize(200);
  }

  @Test
  void anItemWithoutTagsHasNoProperty() throws Exception {
    assertThat(JSON.writeValueAsString(post("[\"No!\"]"))).doesNotContain("tags");
    assertThat(JSON.writeValueAsString(post("[\"a\"]").summary())).contains("\"tags\":[\"a\"]");
  }
}
