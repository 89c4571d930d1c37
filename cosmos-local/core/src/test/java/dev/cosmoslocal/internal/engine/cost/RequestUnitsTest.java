package dev.cosmoslocal.internal.engine.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.resource.Json;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the model with the charges in the conclusion of Microsoft's article "How to model and
 * partition data on Azure Cosmos DB using a real-world example": its container of 70 physical
 * partitions, 27.5 posts a user, a post of 20 comments and 50 likes for Q2, Q4 and Q5, and 12.5
 * comments and 50 likes a post elsewhere.
 */
class RequestUnitsTest {
  private static final int PARTITIONS = 70;
  private static final double POSTS = 27.5;
  private static final String GUID = "x".repeat(36);
  private static final double STORED_PROCEDURE = 4.7;
  private static final double FIRST_WRITE = 4.55;

  private static final ObjectNode FIRST_USER =
      Json.object().put("id", GUID).put("username", "u".repeat(10));
  private static final ObjectNode FIRST_POST = post(900);
  private static final ObjectNode POST = full(post(900));
  private static final ObjectNode SHORT_POST = full(post(100));
  private static final ObjectNode COMMENT = reaction("comment").put("content", "c".repeat(1200));
  private static final ObjectNode LIKE = reaction("like");

  @ParameterizedTest
  @CsvSource({
    "C1,V1,5.71",
    "Q1,V1,1",
    "C2,V1,8.76",
    "Q2,V1,19.54",
    "Q3,V1,619.41",
    "C3,V1,8.57",
    "Q4,V1,27.72",
    "C4,V1,7.05",
    "Q5,V1,58.92",
    "Q6,V1,2063.54",
    "Q2,V2,1",
    "Q3,V2,201.54",
    "C3,V2,15.27",
    "Q4,V2,7.72",
    "C4,V2,14.67",
    "Q5,V2,8.92",
    "Q6,V2,532.33",
    "Q3,V3,6.46",
    "Q6,V3,16.97"
  })
  void theModelReproducesTheArticlesCharges(String request, String version, double published) {
    assertThat(modelled(request + version)).isCloseTo(published, Percentage.withPercentage(6));
  }

  @Test
  void aLargePointReadCostsATenthOfAnRuForEachKilobyte() {
    assertThat(RequestUnits.pointRead(100)).isEqualTo(1);
    assertThat(RequestUnits.pointRead(100 * 1024)).isCloseTo(10, within(0.01));
  }

  private static double modelled(String cell) {
    return switch (cell) {
      case "C1V1" -> create(FIRST_USER);
      case "Q1V1", "Q2V2" -> read(POST);
      case "C2V1" -> create(FIRST_POST);
      case "Q2V1" -> read(POST) + 1 + RequestUnits.count(20) + RequestUnits.count(50);
      case "Q3V1" -> fanOut(false, POSTS, POST) + POSTS * counts();
      case "C3V1" -> create(reaction("comment", 36).put("content", "c".repeat(1200)));
      case "Q4V1" -> onePartition(20, COMMENT) + 20;
      case "C4V1" -> create(reaction("like", 36));
      case "Q5V1" -> onePartition(50, LIKE) + 50;
      case "Q6V1" -> fanOut(true, PARTITIONS * 10, POST) + 100 * counts();
      case "Q3V2" -> fanOut(false, POSTS, POST);
      case "C3V2" -> procedure(COMMENT);
      case "Q4V2" -> onePartition(20, COMMENT);
      case "C4V2" -> procedure(LIKE);
      case "Q5V2" -> onePartition(50, LIKE);
      case "Q6V2" -> fanOut(true, PARTITIONS * 10, POST);
      case "Q3V3" -> onePartition(POSTS, SHORT_POST);
      case "Q6V3" -> onePartition(100, SHORT_POST);
      default -> throw new IllegalArgumentException(cell);
    };
  }

  private static double counts() {
    return RequestUnits.count(0) * 2 + (RequestUnits.count(1) - RequestUnits.count(0)) * 62.5;
  }

  private static double onePartition(double items, ObjectNode item) {
    double each = RequestUnits.query(false, 1, bytes(item)) - RequestUnits.query(false, 0, 0);
    return RequestUnits.query(false, 0, 0) + items * each;
  }

  private static double fanOut(boolean ordered, double items, ObjectNode item) {
    double each = RequestUnits.query(false, 1, bytes(item)) - RequestUnits.query(false, 0, 0);
    return PARTITIONS * RequestUnits.query(ordered, 0, 0) + items * each;
  }

  /**
   * The article's scripts: read the post, create the comment or like, replace the post with its new
   * count.
   */
  private static double procedure(ObjectNode written) {
    double create =
        RequestUnits.followingWrite(bytes(written), cost(written) + RequestUnits.term(8));
    ObjectNode moved = POST.deepCopy().put("likeCount", 51);
    double change = terms(moved).changeFrom(terms(POST)) + RequestUnits.TIMESTAMP_CHANGE;
    return STORED_PROCEDURE
        + FIRST_WRITE
        + read(POST)
        + create
        + RequestUnits.followingWrite(bytes(moved), change);
  }

  private static double read(ObjectNode item) {
    return RequestUnits.pointRead(bytes(item));
  }

  private static double create(ObjectNode item) {
    return RequestUnits.create(bytes(item), cost(item));
  }

  private static double cost(ObjectNode item) {
    return IndexTerms.cost(IndexingPolicy.of(IndexingPolicy.standard()), item);
  }

  private static IndexTerms terms(ObjectNode item) {
    return IndexTerms.of(IndexingPolicy.of(IndexingPolicy.standard()), item);
  }

  private static int bytes(ObjectNode item) {
    return Json.bytes(item).length;
  }

  private static ObjectNode post(int content) {
    ObjectNode post = Json.object().put("id", GUID).put("type", "post").put("postId", GUID);
    post.put("userId", GUID).put("title", "t".repeat(30)).put("content", "c".repeat(content));
    return post.put("creationDate", "d".repeat(24));
  }

  private static ObjectNode full(ObjectNode post) {
    return post.put("userUsername", "u".repeat(10)).put("commentCount", 12).put("likeCount", 50);
  }

  private static ObjectNode reaction(String type) {
    return reaction(type, 36).put("userUsername", "u".repeat(10));
  }

  private static ObjectNode reaction(String type, int idLength) {
    ObjectNode reaction = Json.object().put("id", "x".repeat(idLength)).put("type", type);
    reaction.put("postId", GUID).put("userId", GUID);
    return reaction.put("creationDate", "d".repeat(24));
  }
}
