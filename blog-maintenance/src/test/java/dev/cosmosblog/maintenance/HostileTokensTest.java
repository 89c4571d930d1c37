package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Resume tokens that were cut or altered, or are not tokens at all. */
@Tag("slow")
class HostileTokensTest {
  private static final TestBackend BACKEND = TestBackend.ofProperties();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> VALUES =
      List.of(
          "null",
          "-1",
          "0",
          "1",
          "99999999999",
          "1e999",
          "true",
          "[]",
          "[[]]",
          "{}",
          "\"\"",
          "\"x\"",
          "\"POSTS\"",
          "\"FEED\"",
          "[\"x\"]",
          "[null]",
          "[\"\\u0000\"]",
          "\"' OR '1'='1\"",
          "{\"WRONG_COUNT\":-1}",
          "{\"NONE\":1}");

  private static DamagedBlog blog;
  private static Map<ItemPlace, JsonNode> before;
  private static List<String> tokens;

  @BeforeContainer
  static void open() throws InterruptedException {
    blog = SmallBlog.with(BACKEND, 4);
    before = blog.dump();
    tokens = new ArrayList<>();
    BlogVerifier verifier = blog.verifier().pageSize(5).build();
    MaintenanceRun run = verifier.run(true, null);
    do {
      tokens.add(run.progress().resumeToken().orElseThrow());
    } while (run.next());
    tokens.add(run.progress().resumeToken().orElseThrow());
  }

  @AfterContainer
  static void close() {
    blog.close();
  }

  @Provide
  Arbitrary<String> changed() {
    return Arbitraries.of(tokens)
        .flatMap(
            token ->
                Arbitraries.oneOf(
                    Arbitraries.integers().between(0, token.length()).map(token::substring),
                    Arbitraries.integers()
                        .between(0, token.length())
                        .map(end -> token.substring(0, end)),
                    Arbitraries.integers()
                        .between(0, token.length() - 1)
                        .flatMap(at -> Arbitraries.chars().all().map(c -> put(token, at, c))),
                    Arbitraries.of(fields(token))
                        .flatMap(field -> Arbitraries.of(VALUES).map(v -> set(token, field, v))),
                    Arbitraries.strings().all().ofMaxLength(30),
                    Arbitraries.of(VALUES)));
  }

  private static String put(String token, int at, char c) {
    return token.substring(0, at) + c + token.substring(at + 1);
  }

  /** Returns the pointers of a token's fields, and of theirs. */
  private static List<String> fields(String token) {
    List<String> fields = new ArrayList<>();
    read(json(token))
        .properties()
        .forEach(
            field -> {
              String pointer = "/" + field.getKey();
              fields.add(pointer);
              field
                  .getValue()
                  .fieldNames()
                  .forEachRemaining(name -> fields.add(pointer + "/" + name));
            });
    return fields;
  }

  private static String set(String token, String field, String value) {
    JsonNode changed = read(json(token));
    JsonPointer pointer = JsonPointer.compile(field);
    String name = pointer.last().getMatchingProperty();
    ((ObjectNode) changed.at(pointer.head())).set(name, read(value));
    return token.substring(0, token.indexOf('{')) + changed;
  }

  private static String json(String token) {
    return token.substring(token.indexOf('{'));
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  @Property(tries = 60, seed = "1", shrinking = ShrinkingMode.BOUNDED)
  void anAlteredTokenIsRefusedBeforeARequest(@ForAll("changed") String token)
      throws InterruptedException {
    BlogVerifier verifier = blog.verifier().pageSize(5).build();
    if (tokens.contains(token)) {
      assertThat(verifier.repair(token).dryRun()).isFalse();
      return;
    }
    int operations = blog.operations.get();
    assertThatThrownBy(() -> verifier.repair(token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("resume token")
        .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(200));
    assertThat(blog.operations).as("operations").hasValue(operations);
  }

  @AfterProperty
  void nothingWasWritten() {
    assertThat(blog.dump()).isEqualTo(before);
  }

  @Property(tries = 1, seed = "1")
  void anAlteredFieldIsRefused() throws InterruptedException {
    String token = tokens.get(1);
    for (String field : fields(token)) {
      for (String value : VALUES) {
        anAlteredTokenIsRefusedBeforeARequest(set(token, field, value));
      }
    }
    assertThat(fields(token)).contains("/kind/settings", "/position/after", "/counts");
  }
}
