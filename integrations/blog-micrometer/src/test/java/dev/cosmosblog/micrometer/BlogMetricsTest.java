package dev.cosmosblog.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.micrometer.BlogMetric.Kind;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.Tag("slow")
class BlogMetricsTest {
  private static final int MANY = 1_000;

  private final MeterRegistry registry = new SimpleMeterRegistry();

  private double sum(BlogMetric metric, String... tags) {
    return registry.get(metric.meterName()).tags(tags).meters().stream()
        .flatMap(
            meter ->
                meter instanceof Gauge gauge
                    ? List.of(gauge.value()).stream()
                    : List.of(meter.measure().iterator().next().getValue()).stream())
        .mapToDouble(value -> value)
        .sum();
  }

  private static OperationReport failed(String id) {
    return new OperationReport(
        BlogOperation.FIND_POST,
        2.5,
        2,
        1,
        Duration.ofMillis(3),
        OperationOutcome.REJECTED,
        Optional.of(new PostNotFoundException(PostId.of(id))),
        List.of(id));
  }

  @Test
  void everyMeterRecordsAnActiveBlog() throws InterruptedException {
    BlogMetrics metrics = BlogMetrics.of(registry);
    try (MeasuredBlog blog = new MeasuredBlog(metrics)) {
      User ann = blog.store.createUser("Ann").value();
      Post post = blog.store.createPost(ann, "Hello", "My first post").value();
      assertThatThrownBy(() -> blog.store.likePost(LikePost.of(PostId.of("no-post"), ann)))
          .isInstanceOf(PostNotFoundException.class);
      blog.copy();
      assertThat(blog.store.findPost(post.id())).isPresent();
      blog.sampler.sample();

      for (BlogMetric metric : BlogMetric.values()) {
        if (metric == BlogMetric.OPERATION_ACTIVE) {
          continue;
        }
        assertThat(registry.find(metric.meterName()).meters())
            .as(metric.meterName())
            .isNotEmpty()
            .allSatisfy(meter -> assertIs(metric, meter));
      }
      assertThat(sum(BlogMetric.OPERATION_CHARGE, "db.operation.name", "create_post")).isPositive();
      assertThat(sum(BlogMetric.OPERATION, "db.operation.name", "write_summary")).isEqualTo(1);
      assertThat(sum(BlogMetric.OPERATION_FAILURES, "error.type", "PostNotFoundException"))
          .isEqualTo(1);
      assertThat(sum(BlogMetric.CHANGES, "source", "posts")).isPositive();
      for (String cause : List.of("commands", "queries", "copies", "leases")) {
        assertThat(sum(BlogMetric.CHARGE, "cause", cause)).as(cause).isPositive();
      }
      assertThat(sum(BlogMetric.REQUESTS, "cause", "polls")).isPositive();
      assertThat(sum(BlogMetric.LAG)).isZero();
      assertThat(sum(BlogMetric.LAG_AGE)).isZero();
      assertThat(sum(BlogMetric.DEAD_LETTERS_WAITING)).isZero();
      assertThat(sum(BlogMetric.STATUS)).isZero();
    }
  }

  private static void assertIs(BlogMetric metric, Meter meter) {
    assertThat(meter.getId().getTags())
        .extracting(Tag::getKey)
        .containsExactlyInAnyOrderElementsOf(metric.tags());
    assertThat(Optional.ofNullable(meter.getId().getBaseUnit()).orElse(""))
        .isEqualTo(metric.unit());
    Kind kind =
        switch (meter.getId().getType()) {
          case TIMER -> Kind.TIMER;
          case LONG_TASK_TIMER -> Kind.LONG_TASK_TIMER;
          case COUNTER -> Kind.COUNTER;
          default -> Kind.GAUGE;
        };
    assertThat(kind).isEqualTo(metric.kind());
  }

  @Test
  void anOperationInProgressIsActive() {
    BlogMetrics metrics = BlogMetrics.of(registry);
    OperationListener.Scope scope = metrics.operations().begin(BlogOperation.FIND_POST);
    Meter active = registry.get(BlogMetric.OPERATION_ACTIVE.meterName()).meter();
    assertIs(BlogMetric.OPERATION_ACTIVE, active);
    assertThat(sum(BlogMetric.OPERATION_ACTIVE)).isEqualTo(1);
    scope.end(failed("post"));
    assertThat(sum(BlogMetric.OPERATION_ACTIVE)).isZero();
  }

  @Test
  void withoutAChangeFeedTheStatusIsDownAndTheLagUnknown() {
    try (ChangeFeedSampler sampler =
        BlogMetrics.of(registry).sample(Optional::empty, Duration.ofHours(1))) {
      sampler.sample();
      assertThat(sum(BlogMetric.STATUS, "source", "posts")).isEqualTo(2);
      assertThat(sum(BlogMetric.LAG, "source", "posts")).isNaN();
    }
    assertThat(registry.find(BlogMetric.LAG.meterName()).meter()).as("after the close").isNull();
  }

  @Test
  void eventsOfAViewHaveItsNameAsTag() {
    ChangeFeedListener ofView = BlogMetrics.of(registry).changeFeed().ofView("tags");

    ofView.onBatchFailed(ChangeSource.POSTS, new IllegalStateException());

    assertThat(sum(BlogMetric.BATCH_FAILURES, "view", "tags")).isEqualTo(1);
    assertThat(sum(BlogMetric.BATCH_FAILURES, "view", "none")).isZero();
    assertThat(registry.getMeters())
        .filteredOn(meter -> "tags".equals(meter.getId().getTag("view")))
        .isNotEmpty()
        .allSatisfy(
            meter ->
                assertThat(BlogMetric.values())
                    .filteredOn(metric -> metric.meterName().equals(meter.getId().getName()))
                    .singleElement()
                    .satisfies(metric -> assertIs(metric, meter)));
  }

  @Test
  void idsDontCreateSeries() {
    BlogMetrics metrics = BlogMetrics.of(registry);
    report(metrics, "first");
    int series = registry.getMeters().size();
    for (int i = 0; i < MANY; i++) {
      report(metrics, "id-" + i);
    }
    assertThat(registry.getMeters()).hasSize(series);
    assertThat(series).isLessThan(30);
  }

  private static void report(BlogMetrics metrics, String id) {
    metrics.operations().onOperation(failed(id));
    DeadLetter.Key key = new DeadLetter.Key(ChangeSource.POSTS, id, id, Optional.empty());
    metrics.changeFeed().onDeadLetter(new DeadLetter(key, id, Instant.EPOCH, 1));
    metrics
        .changeFeed()
        .onLeaseMoved(new LeaseMove(ChangeSource.POSTS, id, Optional.of(id), Optional.of(id)));
    metrics.changeFeed().onStalled(ChangeSource.USERS, id);
  }

  @Test
  void observationsNestInTheOperation() {
    TestObservationRegistry observations = TestObservationRegistry.create();
    BlogMetrics metrics = BlogMetrics.of(registry, observations);
    List<Optional<String>> nested = new ArrayList<>();
    OperationListener tracer =
        new OperationListener() {
          @Override
          public void onOperation(OperationReport report) {}

          @Override
          public Scope begin(BlogOperation operation) {
            nested.add(
                Optional.ofNullable(observations.getCurrentObservation())
                    .map(ObservationView::getContextView)
                    .map(context -> context.getContextualName()));
            return OperationListener.super.begin(operation);
          }
        };
    try (MeasuredBlog blog = new MeasuredBlog(metrics, tracer)) {
      blog.store.createUser("Ann");
      blog.store.recentPosts(1);
    }
    assertThat(nested)
        .filteredOn(operation -> !operation.equals(Optional.of("blog_settings")))
        .containsExactly(Optional.of("create_user"), Optional.of("recent_posts"));
    assertThat(observations.getCurrentObservation()).isNull();
    TestObservationRegistryAssert.assertThat(observations)
        .hasAnObservation(
            operation ->
                operation
                    .hasNameEqualTo("cosmosblog.operation")
                    .hasLowCardinalityKeyValue("db.operation.name", "create_user")
                    .hasLowCardinalityKeyValue("outcome", "done")
                    .hasHighCardinalityKeyValue("db.system.name", "azure.cosmosdb")
                    .hasHighCardinalityKeyValue("db.namespace", "blog")
                    .hasHighCardinalityKeyValueWithKey("azure.cosmosdb.operation.request_charge")
                    .doesNotHaveError());
  }

  @Test
  void everyMeterIsInTheTableOnce() {
    Map<String, Long> names =
        List.of(BlogMetric.values()).stream()
            .collect(Collectors.groupingBy(BlogMetric::meterName, Collectors.counting()));
    assertThat(names.values()).containsOnly(1L);
    assertThat(registry.getMeters()).isEmpty();
    BlogMetrics.of(registry);
    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getName())
        .isSubsetOf(names.keySet());
  }
}
