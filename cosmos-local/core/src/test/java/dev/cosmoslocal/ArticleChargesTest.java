package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the emulator's charges with those in the conclusion of Microsoft's article "How to model
 * and partition data on Azure Cosmos DB using a real-world example". The SDK sends ten requests to
 * each of three versions of the model, over 70 physical partitions with {@link ArticleData}.
 */
@Tag("slow")
class ArticleChargesTest {
  /** The article's table with the charges of V1, V2 and V3. */
  private static final Map<String, List<Double>> PUBLISHED =
      new TreeMap<>(
          Map.of(
              "C1", List.of(5.71, 5.71, 5.71),
              "Q1", List.of(1.0, 1.0, 1.0),
              "C2", List.of(8.76, 8.76, 8.76),
              "Q2", List.of(19.54, 1.0, 1.0),
              "Q3", List.of(619.41, 201.54, 6.46),
              "C3", List.of(8.57, 15.27, 15.27),
              "Q4", List.of(27.72, 7.72, 7.72),
              "C4", List.of(7.05, 14.67, 14.67),
              "Q5", List.of(58.92, 8.92, 8.92),
              "Q6", List.of(2063.54, 532.33, 16.97)));

  private static final RequestCounter COUNTER =
      new RequestCounter(
          r ->
              switch (r.kind()) {
                case READ_ITEM, CREATE_ITEM, QUERY, SCRIPT -> true;
                default -> false;
              });

  private static SdkEmulator emulator;
  private static ArticleData data;

  @BeforeAll
  static void fill() {
    emulator =
        new SdkEmulator(
            LocalCosmos.builder().physicalPartitions(ArticleData.PARTITIONS).listener(COUNTER));
    data = new ArticleData(emulator);
  }

  @AfterAll
  static void stop() {
    emulator.close();
  }

  /** The bounds are those with which the model was fitted. */
  @Test
  void modelledChargesAreWithinSixPercentOfTheArticles() {
    DoubleSummaryStatistics errors = new DoubleSummaryStatistics();
    Map<String, List<Double>> charged = new TreeMap<>();
    PUBLISHED.forEach(
        (request, published) -> {
          List<Double> versions = charges(request);
          charged.put(request, versions);
          for (int i = 0; i < published.size(); i++) {
            errors.accept(Math.abs(versions.get(i) / published.get(i) - 1));
          }
        });
    assertThat(errors.getCount()).isEqualTo(30);
    assertThat(errors.getMax()).as("charged %s", charged).isLessThan(0.06);
    assertThat(errors.getAverage()).as("charged %s", charged).isLessThan(0.02);
  }

  private static List<Double> charges(String request) {
    return switch (request) {
      case "C1" -> all(charge(data::createUser));
      case "Q1" -> all(charge(data::readUser));
      // The article measured this request once and repeats the figure for later versions.
      case "C2" -> all(charge(data::createPost));
      case "Q2" -> versions(charge(data::postWithCounts), charge(data::post));
      case "Q3" ->
          List.of(
              charge(() -> data.counted(data.postsOfUsers(data.first()))) / ArticleData.USERS,
              charge(() -> data.postsOfUsers(data.second())) / ArticleData.USERS,
              charge(data::shortPostsOfUsers) / ArticleData.USERS);
      case "C3" ->
          versions(charge(() -> data.create("comment")), charge(() -> data.call("comment")));
      case "C4" -> versions(charge(() -> data.create("like")), charge(() -> data.call("like")));
      case "Q4" ->
          versions(
              charge(() -> data.reactionsWithUsers("comment")),
              charge(() -> data.reactions(data.second(), "comment")));
      case "Q5" ->
          versions(
              charge(() -> data.reactionsWithUsers("like")),
              charge(() -> data.reactions(data.second(), "like")));
      case "Q6" ->
          List.of(
              charge(() -> data.counted(data.newest(data.first()))),
              charge(() -> data.newest(data.second())),
              charge(data::feed));
      default -> throw new IllegalArgumentException(request);
    };
  }

  private static double charge(Runnable request) {
    COUNTER.reset();
    request.run();
    return COUNTER.totals().requestCharge();
  }

  private static List<Double> all(double charge) {
    return versions(charge, charge);
  }

  private static List<Double> versions(double first, double later) {
    return Arrays.asList(first, later, later);
  }

  @Test
  void theNewestPostsAreDistinct() {
    List<ObjectNode> newest = data.newest(data.first());
    assertThat(newest).hasSize(ArticleData.FEED);
    assertThat(newest).extracting(post -> post.path("id").asText()).doesNotHaveDuplicates();
  }
}
