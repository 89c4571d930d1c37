package dev.cosmosblog.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The spans of a blog in OpenTelemetry. */
@org.junit.jupiter.api.Tag("slow")
class BlogTracesTest {
  private static final Path PAGE = Path.of("../../docs/operating.md");
  private static final Pattern TRACE =
      Pattern.compile("<!-- trace -->\n```text\n(.*?)```", Pattern.DOTALL);

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final LocalCosmos emulator = LocalCosmos.start();

  @AfterEach
  void stop() {
    emulator.close();
  }

  private Tracer tracer(Sampler sampler) {
    SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setSampler(sampler)
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();
    return new OtelTracer(provider.get("blog"), new OtelCurrentTraceContext(), event -> {});
  }

  private BlogDatabase database(Tracer tracer, BlogTraces traces) {
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(new DefaultTracingObservationHandler(tracer));
    CosmosClientBuilder clientBuilder = emulator.clientBuilder();
    return BlogDatabase.builder()
        .connect(clientBuilder, "blog")
        .listener(BlogMetrics.of(new SimpleMeterRegistry(), observations).operations())
        .listener(traces.operations())
        .build()
        .provision();
  }

  private List<SpanData> named(String name) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .toList();
  }

  private static long number(SpanData span, String attribute) {
    Long value = span.getAttributes().get(AttributeKey.longKey(attribute));
    assertThat(value).as("%s of %s", attribute, span).isNotNull();
    return value;
  }

  private static @Nullable String text(SpanData span, String attribute) {
    return span.getAttributes().get(AttributeKey.stringKey(attribute));
  }

  private static List<String> linked(SpanData span) {
    return span.getLinks().stream().map(link -> link.getSpanContext().getSpanId()).toList();
  }

  /** {@code -Dupdate.docs=true} rewrites the trace on the page. */
  @Test
  void aCommandHasItsRequestsAndItsChangeLinksToIt() throws IOException {
    Tracer tracer = tracer(Sampler.alwaysOn());
    BlogTraces traces = BlogTraces.of(tracer);
    try (BlogDatabase database = database(tracer, traces)) {
      SteppedChangeFeed changeFeed =
          BlogChangeFeed.builder(database).listener(traces.changeFeed()).buildStepped();
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      CreatePost post =
          CreatePost.of(ann, "Hello", "My first post")
              .writtenAt(Instant.parse("2026-01-01T00:00:00Z"));
      blog.createPost(post.withId(PostId.of("post-1")));
      changeFeed.drain();
      exporter.reset();
      blog.createPost(post.withId(PostId.of("post-2")));
      changeFeed.drain();
    }
    String shown = text();
    String page = Files.readString(PAGE);
    String expected =
        TRACE
            .matcher(page)
            .replaceAll(Matcher.quoteReplacement("<!-- trace -->\n```text\n" + shown + "```"));
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).contains(shown).isEqualTo(expected);
  }

  /** Returns the spans as trees, in the order of their ends. */
  private String text() {
    List<SpanData> spans = exporter.getFinishedSpanItems();
    Map<String, String> names =
        spans.stream().collect(Collectors.toMap(SpanData::getSpanId, SpanData::getName));
    StringBuilder text = new StringBuilder();
    spans.stream()
        .filter(span -> List.of("create_post", "handle posts").contains(span.getName()))
        .forEach(root -> append(text, root, "", spans, names::get));
    return text.toString();
  }

  private static void append(
      StringBuilder text,
      SpanData span,
      String indent,
      List<SpanData> all,
      Function<String, String> names) {
    text.append(indent).append(span.getName());
    if (span.getAttributes().get(AttributeKey.longKey("db.response.status_code")) != null) {
      Double charge =
          span.getAttributes()
              .get(AttributeKey.doubleKey("azure.cosmosdb.operation.request_charge"));
      text.append(
          String.format(
              Locale.ROOT, ": %d, %.1f RU", number(span, "db.response.status_code"), charge));
    }
    for (String link : linked(span)) {
      text.append(", linked to ").append(names.apply(link));
    }
    text.append('\n');
    all.stream()
        .filter(child -> child.getParentSpanId().equals(span.getSpanId()))
        .forEach(child -> append(text, child, indent + "  ", all, names));
  }

  @Test
  void eachChangeLinksToTheCommandsThatCausedIt() {
    Tracer tracer = tracer(Sampler.alwaysOn());
    BlogTraces traces = BlogTraces.of(tracer);
    try (BlogDatabase database = database(tracer, traces)) {
      SteppedChangeFeed changeFeed =
          BlogChangeFeed.builder(database)
              .listener(traces.changeFeed())
              .view("counts", change -> {})
              .buildStepped();
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      Post post = blog.createPost(ann, "Hello", "My first post").value();
      changeFeed.drain();
      blog.editPost(EditPost.of(post.id()).title("Hello again"));
      blog.hidePost(post.id());
      blog.showPost(post.id());
      Comment comment = blog.createComment(post.id(), ann, "A comment").value();
      changeFeed.drain();
      blog.editComment(EditComment.of(post.id(), comment.id()).content("Better"));
      blog.likePost(post.id(), ann.id());
      changeFeed.drain();
      blog.deletePost(post.id());
      changeFeed.drain();
    }
    List<SpanData> commands =
        Stream.of(
                "create_post",
                "edit_post",
                "change_status",
                "create_comment",
                "edit_comment",
                "like_post",
                "delete_post")
            .flatMap(name -> named(name).stream())
            .toList();
    assertThat(commands).hasSize(8);
    for (String view : List.of("none", "counts")) {
      assertThat(named("handle posts"))
          .filteredOn(handled -> view.equals(text(handled, "view")))
          .flatExtracting(BlogTracesTest::linked)
          .as("commands whose changes the view %s handled", view)
          .containsExactlyInAnyOrderElementsOf(commands.stream().map(SpanData::getSpanId).toList());
    }
  }

  @Test
  void theOperationsOfABatchAreInItsTrace() throws InterruptedException {
    Tracer tracer = tracer(Sampler.alwaysOn());
    BlogTraces traces = BlogTraces.of(tracer);
    try (BlogDatabase database = database(tracer, traces);
        BlogChangeFeed changeFeed =
            BlogChangeFeed.builder(database)
                .pollInterval(Duration.ofMillis(50))
                .listener(traces.changeFeed())
                .view("likes", changes -> likesOf(BlogStore.on(database), changes))
                .build()) {
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      for (int i = 0; i < 10; i++) {
        blog.createPost(ann, "Hello " + i, "Another post");
      }
      changeFeed.start();
      assertThat(changeFeed.awaitDrained(Duration.ofMinutes(1))).isTrue();
    }
    List<SpanData> batches = named("handle posts");
    assertThat(batches).flatExtracting(BlogTracesTest::linked).hasSize(20);
    assertThat(batches)
        .extracting(batch -> number(batch, "cosmosblog.changes"))
        .allMatch(changes -> changes > 0);
    for (String operation : List.of("write_summary", "likes_of")) {
      assertThat(named(operation))
          .hasSize(10)
          .extracting(SpanData::getParentSpanId)
          .isSubsetOf(batches.stream().map(SpanData::getSpanId).toList());
    }
  }

  private static void likesOf(BlogStore blog, List<PostChange> changes) {
    changes.forEach(change -> blog.likesOf(change.id(), PageRequest.first(1)));
  }

  @Test
  void aRetriedRequestIsASpanForEachAttempt() {
    Tracer tracer = tracer(Sampler.alwaysOn());
    BlogTraces traces = BlogTraces.of(tracer);
    try (BlogDatabase database = database(tracer, traces)) {
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      Post post = blog.createPost(ann, "Hello", "My first post").value();
      emulator.faults(
          FaultPlan.builder()
              .rule(FaultRule.on(RequestKind.PATCH_ITEM).nth(1).then(Fault.status(408)))
              .build());
      blog.deletePost(post.id());
    }
    assertThat(named("patch in posts"))
        .extracting(
            span -> number(span, "db.response.status_code"),
            span -> number(span, "cosmosblog.attempt"))
        .containsExactly(tuple(408L, 1L), tuple(200L, 2L));
    assertThat(named("patch in posts"))
        .extracting(SpanData::getParentSpanId)
        .containsOnly(named("delete_post").get(0).getSpanId());
  }

  private static Sampler sampler(AtomicBoolean sampled) {
    return new Sampler() {
      @Override
      public SamplingResult shouldSample(
          Context parent,
          String traceId,
          String name,
          SpanKind kind,
          Attributes attributes,
          List<LinkData> links) {
        return sampled.get() ? SamplingResult.recordAndSample() : SamplingResult.drop();
      }

      @Override
      public String getDescription() {
        return "switched by the test";
      }
    };
  }

  @Test
  void commandsThatArentSampledAreNeitherExportedNorLinked() {
    AtomicBoolean sampled = new AtomicBoolean();
    Tracer tracer = tracer(sampler(sampled));
    BlogTraces traces = BlogTraces.of(tracer);
    try (BlogDatabase database = database(tracer, traces)) {
      SteppedChangeFeed changeFeed =
          BlogChangeFeed.builder(database).listener(traces.changeFeed()).buildStepped();
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      blog.createPost(ann, "Hello", "My first post");
      sampled.set(true);
      changeFeed.drain();
    }
    assertThat(named("create_post")).isEmpty();
    assertThat(named("create in posts")).isEmpty();
    assertThat(named("handle posts"))
        .isNotEmpty()
        .allSatisfy(handled -> assertThat(handled.getLinks()).isEmpty());
  }
}
