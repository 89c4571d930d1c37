package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;

/**
 * A tag that published posts have.
 *
 * @param tag the tag
 * @param posts the number of its published posts
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListedTag(Tag tag, long posts) {
  public ListedTag {
    Objects.requireNonNull(tag, "tag");
  }
}
