package dev.cosmosblog.simulation.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Harm;
import dev.cosmosblog.simulation.chaos.Check.Evidence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The invariants that the stored items show: I1 to I3, I5, I6, and I8 to I10. */
final class StoredItemChecks {
  private StoredItemChecks() {}

  /** I1: a post's counts equal its comments and likes. */
  static final class CountCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Reading reading = evidence.reading();
      compare(reading, "commentCount", reading.comments(), findings);
      compare(reading, "likeCount", reading.likes(), findings);
    }

    private static void compare(
        Reading reading, String property, List<JsonNode> items, ChaosFindings findings) {
      Map<String, List<JsonNode>> byPost = Reading.byPost(items);
      reading
          .posts()
          .forEach(
              (id, post) -> {
                int there = byPost.getOrDefault(id, List.of()).size();
                long counted = post.path(property).asLong(-1);
                if (counted != there) {
                  String detail = property + " is " + counted + ", there are " + there;
                  findings.add("I1", Harm.DRIFT, id, detail);
                }
              });
    }
  }

  /** I2: one like for a post and user. */
  static final class LikeCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Set<List<String>> seen = new HashSet<>();
      for (JsonNode like : evidence.reading().likes()) {
        String post = Reading.text(like, "postId");
        String user = Reading.text(like, "userId");
        if (!seen.add(List.of(post, user))) {
          String detail = "another like of " + user + " for post " + post;
          findings.add("I2", Harm.DUPLICATE, Reading.text(like, "id"), detail);
        }
      }
    }
  }

  /**
   * I3: each live post has one copy beside its author, which equals it; so do the front page's
   * copies.
   */
  static final class CopyCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Reading reading = evidence.reading();
      Map<String, JsonNode> copies = new HashMap<>();
      for (JsonNode copy : reading.shortPosts()) {
        if (copies.put(Reading.text(copy, "id"), copy) != null) {
          findings.add("I3", Harm.DUPLICATE, Reading.text(copy, "id"), "has two copies in users");
        }
      }
      reading
          .posts()
          .forEach(
              (id, post) -> {
                if (copies.containsKey(id)) {
                  compare("users", post, copies.get(id), findings);
                } else {
                  findings.add("I3", Harm.STALE, id, "has no copy in users");
                }
              });
      for (JsonNode copy : reading.frontPage()) {
        String id = Reading.text(copy, "id");
        JsonNode post = reading.posts().get(id);
        if (post != null) {
          compare("feed", post, copy, findings);
        }
      }
    }

    private static void compare(
        String where, JsonNode post, JsonNode copy, ChaosFindings findings) {
      ShortForm.difference(post, copy)
          .ifPresent(
              what ->
                  findings.add(
                      "I3",
                      Harm.STALE,
                      Reading.text(post, "id"),
                      "copy in " + where + ": " + what));
    }
  }

  /** The expected copy of a post, computed without the library. */
  static final class ShortForm {
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

    /** Returns the difference between a post and its copy, if any. */
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

  /** I5: the front page holds exactly the newest live posts, in order, and is complete. */
  static final class FrontPageCheck implements Check {
    private static final Comparator<JsonNode> NEWEST_FIRST =
        Comparator.comparing((JsonNode post) -> Reading.text(post, "creationDate"))
            .thenComparing(post -> Reading.text(post, "id"))
            .reversed();

    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Reading reading = evidence.reading();
      List<String> wanted =
          reading.posts().values().stream()
              .sorted(NEWEST_FIRST)
              .limit(evidence.frontPageSize())
              .map(post -> Reading.text(post, "id"))
              .toList();
      List<String> there = ids(reading);
      for (String id : wanted) {
        if (!there.remove(id)) {
          findings.add(
              "I5",
              Harm.FRONT_PAGE_WRONG,
              id,
              "is among the newest posts, and not on the front page");
        }
      }
      for (String id : there) {
        findings.add(
            "I5",
            Harm.FRONT_PAGE_WRONG,
            id,
            "is on the front page, and not among the newest posts");
      }
      List<String> inOrder =
          reading.frontPage().stream()
              .sorted(NEWEST_FIRST)
              .map(copy -> Reading.text(copy, "id"))
              .toList();
      if (!inOrder.equals(ids(reading))) {
        findings.add("I5", Harm.FRONT_PAGE_WRONG, "newest", "is not in the order of the dates");
      }
      if (reading.frontPageItem().path("incomplete").asBoolean()) {
        findings.add("I5", Harm.FRONT_PAGE_WRONG, "newest", "is still marked as incomplete");
      }
    }

    private static List<String> ids(Reading reading) {
      List<String> ids = new ArrayList<>();
      reading.frontPage().forEach(copy -> ids.add(Reading.text(copy, "id")));
      return ids;
    }
  }

  /** I6: a username belongs to one user, and its reservation says so. */
  static final class UsernameCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Reading reading = evidence.reading();
      Map<String, String> owners = new HashMap<>();
      for (JsonNode reservation : reading.reservations()) {
        String name = canonical(Reading.text(reservation, "username"));
        if (owners.put(name, Reading.text(reservation, "ownerId")) != null) {
          String id = Reading.text(reservation, "id");
          findings.add("I6", Harm.NAME_WRONG, id, "'" + name + "' is reserved twice");
        }
      }
      Map<String, String> bearers = new HashMap<>();
      reading
          .users()
          .forEach(
              (id, user) -> {
                String name = canonical(Reading.text(user, "username"));
                String other = bearers.put(name, id);
                if (other != null) {
                  findings.add("I6", Harm.NAME_WRONG, id, "is called '" + name + "' as " + other);
                }
                if (!id.equals(owners.get(name))) {
                  String detail = "'" + name + "' is reserved for " + owners.get(name);
                  findings.add("I6", Harm.NAME_WRONG, id, detail);
                }
              });
    }

    /** Returns a username in the form in which it is unique; enough for the names of writers. */
    static String canonical(String name) {
      return name.toLowerCase(Locale.ROOT);
    }
  }

  /** I8: all items that a user wrote have the user's name. */
  static final class NameCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Reading reading = evidence.reading();
      compare(reading, "post", reading.posts().values(), findings);
      compare(reading, "comment", reading.comments(), findings);
      compare(reading, "like", reading.likes(), findings);
      compare(reading, "copy in users", reading.shortPosts(), findings);
      compare(reading, "copy in feed", reading.frontPage(), findings);
    }

    private static void compare(
        Reading reading, String what, Collection<JsonNode> items, ChaosFindings findings) {
      for (JsonNode item : items) {
        JsonNode user = reading.author(Reading.text(item, "userId"));
        if (user == null) {
          String detail = what + " of user " + item.path("userId") + ", who is not there";
          findings.add("I8", Harm.STALE, Reading.text(item, "id"), detail);
        } else if (!user.path("username").equals(item.path("userUsername"))) {
          String detail =
              "%s in post %s has the username %s of %s, whose username is %s"
                  .formatted(
                      what,
                      item.path("postId"),
                      item.path("userUsername"),
                      item.path("userId"),
                      user.path("username"));
          findings.add("I8", Harm.STALE, Reading.text(item, "id"), detail);
        }
      }
    }
  }

  /** I9: nothing is left of a deleted post, neither copies nor comments nor likes. */
  static final class RemovalCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Reading reading = evidence.reading();
      compare(reading, "comment", reading.comments(), findings);
      compare(reading, "like", reading.likes(), findings);
      compare(reading, "copy in users", reading.shortPosts(), findings);
      compare(reading, "copy in feed", reading.frontPage(), findings);
    }

    private static void compare(
        Reading reading, String what, List<JsonNode> items, ChaosFindings findings) {
      for (JsonNode item : items) {
        String post = Reading.text(item, "postId");
        if (!reading.isLive(post)) {
          String why = reading.marks().containsKey(post) ? "is deleted" : "is not there";
          String detail = what + " of post '" + post + "', which " + why;
          findings.add("I9", Harm.LEFT_BEHIND, Reading.text(item, "id"), detail);
        }
      }
    }
  }

  /** I10: each bad item was dead-lettered, and nothing else was. */
  static final class DeadLetterCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      for (String id : evidence.planted()) {
        if (!evidence.deadLetters().contains(id)) {
          findings.add("I10", Harm.NOT_DEAD_LETTER, id, "is a bad item, and was not dead-lettered");
        }
      }
      for (String id : evidence.deadLetters()) {
        if (!evidence.planted().contains(id)) {
          findings.add("I10", Harm.NOT_DEAD_LETTER, id, "was dead-lettered, and is not a bad item");
        }
      }
    }
  }
}
