package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.micrometer.BlogTraces;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.spring.LocalCosmosAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class BlogTracesAutoConfigurationTest {
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build();
  private final Tracer tracer =
      new OtelTracer(provider.get("blog"), new OtelCurrentTraceContext(), event -> {});
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  LocalCosmosAutoConfiguration.class,
                  BlogAutoConfiguration.class,
                  BlogMetricsAutoConfiguration.class,
                  BlogTracesAutoConfiguration.class))
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

  private ObservationRegistry observations() {
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(new DefaultTracingObservationHandler(tracer));
    return observations;
  }

  private SpanData span(String name) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anApplicationWithATracerHasSpansOfRequestsAndChanges() {
    runner
        .withBean(Tracer.class, () -> tracer)
        .withBean(ObservationRegistry.class, this::observations)
        .run(
            context -> {
              BlogStore blog = context.getBean(BlogStore.class);
              User ann = blog.createUser("Ann").value();
              blog.createPost(ann, "Hello", "My first post");
              assertThat(
                      context
                          .getBean(BlogChangeFeedLifecycle.class)
                          .awaitDrained(Duration.ofMinutes(1)))
                  .isTrue();
            });
    assertThat(span("create in posts").getParentSpanId())
        .isEqualTo(span("create_post").getSpanId());
    assertThat(span("handle posts").getLinks())
        .extracting(link -> link.getSpanContext().getSpanId())
        .containsExactly(span("create_post").getSpanId());
  }

  @Test
  void anApplicationWithoutATracerRuns() {
    runner.run(
        context ->
            assertThat(context.getBean(BlogStore.class).createUser("Ann").alreadyDone()).isFalse());
    runner
        .withClassLoader(new FilteredClassLoader(Tracer.class))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BlogTraces.class));
    assertThat(exporter.getFinishedSpanItems()).isEmpty();
  }
}
