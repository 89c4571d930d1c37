package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** What a post's copy must say, worked out from the post without the library. */
final class ShortForm {
  private static final int LENGTH = 100;

  private static final List<String> SAME =
      List.of(
          "id",
          "type",
          "postId",
          "userId",
          "userUsername",
          "userVersion",
          "title",
          "commentCount",
          "likeCount",
          "creationDate",
          "version");

  private ShortForm() {}

  /** What differs between a post and its copy, if anything. */
  static Optional<String> difference(JsonNode post, JsonNode copy) {
    for (String property : SAME) {
      if (!post.path(property).equals(copy.path(property))) {
        return Optional.of(
            property + " is " + copy.path(property) + ", its post's " + post.path(property));
      }
    }
    String wanted = cut(post.path("content").asText());
    return copy.path("content").asText().equals(wanted)
        ? Optional.empty()
        : Optional.of("its content is not the beginning of its post's");
  }

  private static String cut(String content) {
    if (content.length() <= LENGTH) {
      return content;
    }
    boolean inPair = Character.isHighSurrogate(content.charAt(LENGTH - 1));
    return content.substring(0, inPair ? LENGTH - 1 : LENGTH);
  }
}
