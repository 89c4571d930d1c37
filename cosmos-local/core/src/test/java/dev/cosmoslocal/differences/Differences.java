package dev.cosmoslocal.differences;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads {@code differences.json}, which lists every known difference from the service and every
 * setting, header and function that the SDK for Java 4.81 or Microsoft's documentation names.
 */
public final class Differences {
  private static final JsonNode FILE = read();

  private Differences() {}

  private static JsonNode read() {
    try (InputStream file = Differences.class.getResourceAsStream("/differences.json")) {
      return new ObjectMapper().readTree(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All differences, in the order of the page. */
  public static List<Difference> all() {
    return FILE.path("differences").properties().stream()
        .flatMap(area -> elements(area.getValue()).map(row -> difference(area.getKey(), row)))
        .toList();
  }

  private static Difference difference(String area, JsonNode row) {
    return new Difference(
        area,
        constant(Difference.DifferenceKind.class, row.path("kind").asText()),
        row.path("service").asText(),
        row.path("emulator").asText(),
        row.path("reason").asText());
  }

  static List<Feature> features() {
    return FILE.path("features").properties().stream()
        .flatMap(
            kind ->
                kind.getValue().properties().stream()
                    .flatMap(
                        support ->
                            elements(support.getValue())
                                .map(
                                    name ->
                                        new Feature(
                                            constant(Feature.FeatureKind.class, kind.getKey()),
                                            name.asText(),
                                            constant(Feature.Support.class, support.getKey())))))
        .toList();
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name) {
    return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
  }
}
