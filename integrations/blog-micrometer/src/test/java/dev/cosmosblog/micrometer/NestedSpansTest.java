package dev.cosmosblog.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.tracing.opentelemetry.OpenTelemetryTracingOptions;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosClientTelemetryConfig;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The spans of operations and of the SDK in OpenTelemetry. */
class NestedSpansTest {
  @Test
  void sdkSpansAreChildrenOfTheOperation() {
    InMemorySpanExporter exporter = InMemorySpanExporter.create();
    SdkTracerProvider provider =
        SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build();
    OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder().setTracerProvider(provider).build();
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(
            new DefaultTracingObservationHandler(
                new OtelTracer(
                    telemetry.getTracer("blog"), new OtelCurrentTraceContext(), event -> {})));
    BlogMetrics metrics = BlogMetrics.of(new SimpleMeterRegistry(), observations);
    try (LocalCosmos account = LocalCosmos.start()) {
      CosmosClientBuilder clientBuilder =
          account
              .clientBuilder()
              .clientTelemetryConfig(
                  new CosmosClientTelemetryConfig()
                      .tracingOptions(
                          new OpenTelemetryTracingOptions().setOpenTelemetry(telemetry)));
      try (BlogDatabase database =
          BlogDatabase.builder()
              .connect(clientBuilder, "blog")
              .listener(metrics.operations())
              .build()
              .provision()) {
        metrics.bind(database);
        exporter.reset();
        BlogStore.on(database).findPost(PostId.of("no-post"));
      }
    }
    List<SpanData> spans = exporter.getFinishedSpanItems();
    SpanData operation =
        spans.stream().filter(span -> span.getName().equals("find_post")).findFirst().orElseThrow();
    assertThat(operation.getAttributes().get(AttributeKey.stringKey("db.namespace")))
        .isEqualTo("blog");
    assertThat(spans)
        .filteredOn(span -> span != operation)
        .isNotEmpty()
        .extracting(SpanData::getParentSpanId)
        .containsOnly(operation.getSpanId());
  }
}
