package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.YearMonth;
import java.util.Objects;

/**
 * A month of the listings.
 *
 * @param month the month, in UTC
 * @param posts the number of its published posts
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArchivedMonth(
    @JsonFormat(shape = JsonFormat.Shape.STRING) YearMonth month, long posts) {
  public ArchivedMonth {
    Objects.requireNonNull(month, "month");
  }
}
