package dev.cosmoslocal.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Mutates a request; equal seeds cause equal mutations. */
final class Mutation {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> VERBS =
      List.of("GET", "POST", "PUT", "PATCH", "HEAD", "OPTIONS", "BREW");
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "*",
          "-1",
          "0",
          "99999999999999999999",
          "1e400",
          "NaN",
          "null",
          "true",
          "[]",
          "{}",
          "[null]",
          "[{}]",
          "[1e999]",
          "[\"p\",\"q\"]",
          "\"",
          "\"\"",
          "..",
          "\u00e9\u4e2d",
          "\ud83d\ude00",
          "x".repeat(5_000),
          "0:-1#x",
          "FF",
          "dbs",
          "docs",
          "[".repeat(3_000));
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1e400",
          "-1e400",
          "9007199254740993",
          "1e-400",
          "12345678901234567890123",
          "\"\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"/\"",
          "\"/a/b\"",
          "\"SELECT\"",
          "[]",
          "{}",
          "[[[[]]]]",
          "{\"\":{}}",
          "[1,\"a\",null]",
          "0.1",
          "2147483648");

  private final SplittableRandom random;

  Mutation(long seed) {
    this.random = new SplittableRandom(seed);
  }

  WireRequest of(WireRequest request) {
    return switch (random.nextInt(7)) {
      case 0 -> request.withVerb(pick(VERBS));
      case 1 -> path(request);
      case 2, 3 -> header(request);
      case 4 -> request.withBody(bytes(request.body()));
      default -> request.withBody(value(request.body()));
    };
  }

  byte[] garbage(int most) {
    byte[] bytes = new byte[random.nextInt(most) + 1];
    random.nextBytes(bytes);
    return bytes;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private WireRequest path(WireRequest request) {
    List<String> path = new ArrayList<>(request.path());
    int at = random.nextInt(path.size() + 1);
    switch (random.nextInt(3)) {
      case 0 -> path.add(at, pick(TEXTS.subList(2, 20)));
      case 1 -> path = path.subList(0, at);
      default -> {
        if (at < path.size()) {
          path.set(at, pick(TEXTS.subList(2, 20)));
        }
      }
    }
    return request.withPath(path);
  }

  private WireRequest header(WireRequest request) {
    if (request.headers().isEmpty() || random.nextInt(8) == 0) {
      return request.with("x-ms-documentdb-partitionkeyrangeid", pick(TEXTS));
    }
    String name = pick(new ArrayList<>(request.headers().keySet()));
    return random.nextInt(3) == 0 ? request.without(name) : request.with(name, pick(TEXTS));
  }

  private String bytes(String body) {
    StringBuilder text = new StringBuilder(body);
    int at = random.nextInt(body.length() + 1);
    switch (random.nextInt(4)) {
      case 0 -> text.setLength(at);
      case 1 -> text.insert(at, pick(TEXTS));
      case 2 -> text.replace(at, Math.min(body.length(), at + 5), "");
      default -> text.insert(at, (char) random.nextInt(128));
    }
    return text.toString();
  }

  /** Replaces a JSON value at a random place. */
  private String value(String body) {
    try {
      JsonNode root = MAPPER.readTree(body);
      List<Runnable> places = new ArrayList<>();
      String mark = "\u00abhere\u00bb";
      collect(root, mark, places);
      if (places.isEmpty()) {
        return pick(VALUES);
      }
      pick(places).run();
      return MAPPER.writeValueAsString(root).replace('"' + mark + '"', pick(VALUES));
    } catch (JsonProcessingException e) {
      return bytes(body);
    }
  }

  private static void collect(JsonNode node, String mark, List<Runnable> places) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> property : object.properties()) {
        places.add(() -> object.put(property.getKey(), mark));
        places.add(() -> object.remove(property.getKey()));
        collect(property.getValue(), mark, places);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int at = i;
        places.add(() -> array.set(at, mark));
        collect(array.get(i), mark, places);
      }
    }
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
