package dev.cosmosblog.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** The article's concluding table, from a resource that names its source. */
final class ArticleTable {
  private static final String RESOURCE = "article-table.json";

  private final JsonNode json;

  private ArticleTable(JsonNode json) {
    this.json = json;
  }

  static ArticleTable read() {
    try (InputStream text =
        Objects.requireNonNull(ArticleTable.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return new ArticleTable(new ObjectMapper().readTree(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean has(String rung) {
    return columns().anyMatch(i -> json.path("columns").get(i).asText().equals(rung));
  }

  /** Returns a request's RU, or empty if the article doesn't have the request or the rung. */
  Optional<Double> requestUnits(LadderRequest request, String rung) {
    return figure("requestUnits", request, rung);
  }

  /** Returns a request's milliseconds, or empty as above. */
  Optional<Double> milliseconds(LadderRequest request, String rung) {
    return figure("latencyMs", request, rung);
  }

  private Optional<Double> figure(String table, LadderRequest request, String rung) {
    JsonNode row = json.path(table).path(request.name());
    return columns()
        .filter(i -> json.path("columns").get(i).asText().equals(rung) && row.has(i))
        .mapToObj(i -> row.get(i).doubleValue())
        .findFirst();
  }

  private IntStream columns() {
    return IntStream.range(0, json.path("columns").size());
  }
}
