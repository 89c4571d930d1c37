package dev.cosmosblog.examples.ldbc;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The same files read another way: what a dump has to say, made of them in memory. */
final class CsvReading {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxx");

  private final Map<Long, String> users = new TreeMap<>();
  private final Map<Long, Entry> posts = new TreeMap<>();
  private final Map<Long, Entry> comments = new HashMap<>();
  private final Map<String, Entry> likes = new HashMap<>();

  /** A row: whose it is, what it says, when, and to which posts or comments it belongs. */
  private record Entry(long id, String user, String text, Instant date, String post, String reply) {
    private static final Comparator<Entry> NEWEST_FIRST =
        Comparator.comparing(Entry::date)
            .thenComparing(entry -> Long.toString(entry.id()))
            .reversed();
  }

  CsvReading(Path directory) throws IOException {
    Path dynamic = directory.resolve("dynamic");
    for (String[] r : rows(dynamic.resolve("person_0_0.csv"), 1)) {
      users.put(Long.valueOf(r[0]), r[1] + " " + r[2] + " " + r[0]);
    }
    for (String[] r : rows(dynamic.resolve("post_0_0.csv"), 1)) {
      post(r[0], r[8], r[1].isEmpty() ? r[6] : r[1], !r[1].isEmpty(), date(r[2]));
    }
    for (String[] r : rows(dynamic.resolve("comment_0_0.csv"), 1)) {
      comment(r[0], r[6], date(r[1]), r[8], r[9]);
    }
    for (String[] r : rows(dynamic.resolve("person_likes_post_0_0.csv"), 1)) {
      likes.put(r[0] + "|" + r[1], new Entry(0, r[0], "", date(r[2]), r[1], ""));
    }
    for (String stream : List.of("person", "forum")) {
      updates(directory.resolve("update_streams/updateStream_0_0_" + stream + ".csv"));
    }
  }

  private void updates(Path file) throws IOException {
    for (String[] r : rows(file, 0)) {
      switch (r[2]) {
        case "1" -> users.put(Long.valueOf(r[3]), r[4] + " " + r[5] + " " + r[3]);
        case "2" ->
            likes.putIfAbsent(r[3] + "|" + r[4], new Entry(0, r[3], "", millis(r[5]), r[4], ""));
        case "6" -> post(r[3], r[11], r[4].isEmpty() ? r[9] : r[4], !r[4].isEmpty(), millis(r[5]));
        case "7" ->
            comment(r[3], r[9], millis(r[4]), r[11].replace("-1", ""), r[12].replace("-1", ""));
        default -> {}
      }
    }
  }

  private void post(String id, String user, String text, boolean image, Instant date) {
    String title = image || text.length() <= 60 ? text : text.substring(0, 60);
    posts.put(Long.valueOf(id), new Entry(Long.parseLong(id), user, title, date, id, ""));
  }

  private void comment(String id, String user, Instant date, String post, String reply) {
    comments.put(Long.valueOf(id), new Entry(Long.parseLong(id), user, "", date, post, reply));
  }

  private static List<String[]> rows(Path file, int skip) throws IOException {
    List<String[]> rows = new ArrayList<>();
    for (String line : Files.readString(file).split("\n")) {
      rows.add(line.split("\\|", -1));
    }
    return rows.subList(skip, rows.size());
  }

  private static Instant date(String text) {
    return OffsetDateTime.parse(text, DATE).toInstant();
  }

  private static Instant millis(String text) {
    return Instant.ofEpochMilli(Long.parseLong(text));
  }

  private String root(Entry comment) {
    return comment.post().isEmpty()
        ? root(comments.get(Long.valueOf(comment.reply())))
        : comment.post();
  }

  List<String> dump() {
    List<String> lines = new ArrayList<>();
    users.forEach(
        (id, name) -> lines.add(line("Q1").put("userId", "" + id).put("username", name) + ""));
    Map<String, List<Entry>> commentsOf = new HashMap<>();
    comments
        .values()
        .forEach(c -> commentsOf.computeIfAbsent(root(c), p -> new ArrayList<>()).add(c));
    Map<String, List<Entry>> likesOf = new HashMap<>();
    likes.values().forEach(l -> likesOf.computeIfAbsent(l.post(), p -> new ArrayList<>()).add(l));
    posts.forEach((id, post) -> lines.add(post(post, commentsOf, likesOf)));
    users.keySet().forEach(id -> lines.add(postsOf("" + id)));
    posts
        .keySet()
        .forEach(id -> lines.add(comments("" + id, commentsOf.getOrDefault("" + id, List.of()))));
    posts
        .keySet()
        .forEach(id -> lines.add(likes("" + id, likesOf.getOrDefault("" + id, List.of()))));
    lines.add(newest());
    return lines;
  }

  private String post(
      Entry post, Map<String, List<Entry>> commentsOf, Map<String, List<Entry>> likesOf) {
    return line("Q2")
        .put("postId", post.post())
        .put("userId", post.user())
        .put("userUsername", users.get(Long.valueOf(post.user())))
        .put("title", post.text())
        .put("commentCount", commentsOf.getOrDefault(post.post(), List.of()).size())
        .put("likeCount", likesOf.getOrDefault(post.post(), List.of()).size())
        .put("creationDate", iso(post.date()))
        .toString();
  }

  private static String iso(Instant date) {
    String text = date.toString();
    return text.length() == 24 ? text : text.replace("Z", ".000Z");
  }

  private String postsOf(String user) {
    ObjectNode line = line("Q3").put("userId", user);
    ArrayNode ids = line.putArray("postIds");
    posts.values().stream()
        .filter(post -> post.user().equals(user))
        .sorted(Entry.NEWEST_FIRST)
        .forEach(post -> ids.add(post.post()));
    return line.toString();
  }

  private String comments(String post, List<Entry> entries) {
    ObjectNode line = line("Q4").put("postId", post);
    ArrayNode array = line.putArray("comments");
    entries.stream()
        .sorted(Entry.NEWEST_FIRST)
        .forEach(
            c ->
                array
                    .addObject()
                    .put("id", "" + c.id())
                    .put("userId", c.user())
                    .put("userUsername", users.get(Long.valueOf(c.user()))));
    return line.toString();
  }

  private String likes(String post, List<Entry> entries) {
    ObjectNode line = line("Q5").put("postId", post);
    ArrayNode ids = line.putArray("userIds");
    entries.stream()
        .sorted(
            Comparator.comparing(Entry::date)
                .thenComparing(like -> "like~" + like.user())
                .reversed())
        .forEach(like -> ids.add(like.user()));
    return line.toString();
  }

  private String newest() {
    ObjectNode line = line("Q6");
    ArrayNode ids = line.putArray("postIds");
    posts.values().stream()
        .sorted(Entry.NEWEST_FIRST)
        .limit(100)
        .forEach(post -> ids.add(post.post()));
    return line.toString();
  }

  private static ObjectNode line(String query) {
    return JSON.createObjectNode().put("q", query);
  }
}
