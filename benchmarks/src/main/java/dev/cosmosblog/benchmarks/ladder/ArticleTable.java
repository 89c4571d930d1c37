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

  /** A request's charge in RU; empty for a rung that the article does not have. */
  Optional<Double> requestUnits(ArticleRequest request, String rung) {
    return figure("requestUnits", request, rung);
  }

  /** A request's time in milliseconds; empty for a rung that the article does not have. */
  Optional<Double> milliseconds(ArticleRequest request, String rung) {
    return figure("latencyMs", request, rung);
  }

  private Optional<Double> figure(String what, ArticleRequest request, String rung) {
    JsonNode columns = json.path("columns");
    return IntStream.range(0, columns.size())
        .filter(i -> columns.get(i).asText().equals(rung))
        .mapToObj(i -> json.path(what).path(request.name()).get(i).doubleValue())
        .findFirst();
  }
}
