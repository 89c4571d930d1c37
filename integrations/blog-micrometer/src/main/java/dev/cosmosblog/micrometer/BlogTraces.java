package dev.cosmosblog.micrometer;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.micrometer.BlogMetric.Tag;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.ItemVersion;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestReport;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Adds spans of requests and of handled changes to the spans of operations. Register both listeners
 * on the same blog, the one of operations after {@link BlogMetrics#operations()}.
 *
 * <p>A command's span has a child for each request. The span of a batch of changes begins a trace,
 * which contains the operations of the batch, and links to the commands of this process that wrote
 * the changed posts, comments and likes, if their spans were sampled. It finds them among the last
 * 10,000. Not linked are commands whose response doesn't tell the version that they wrote, such as
 * those that remove a like, and commands whose change is handled before they return.
 *
 * <p>This class is thread-safe.
 */
public final class BlogTraces {
  private static final String ATTEMPT = "cosmosblog.attempt";
  private static final String CHARGE = "azure.cosmosdb.operation.request_charge";

  private final Tracer tracer;
  private final RecentCommands commands = new RecentCommands();

  private BlogTraces(Tracer tracer) {
    this.tracer = tracer;
  }

  /**
   * {@return the traces of one blog}
   *
   * @param tracer the tracer, which also handles the observations of {@link BlogMetrics}
   */
  public static BlogTraces of(Tracer tracer) {
    return new BlogTraces(Objects.requireNonNull(tracer, "tracer"));
  }

  /** {@return the listener to register on the database} */
  public OperationListener operations() {
    return new Operations();
  }

  /** {@return the listener to register on the change feed} */
  public ChangeFeedListener changeFeed() {
    return new Changes(Tag.COPIES);
  }

  private final class Operations implements OperationListener {
    @Override
    public void onOperation(OperationReport report) {
      // An operation whose start wasn't reported has no span.
    }

    @Override
    public Scope begin(BlogOperation operation) {
      Span span = tracer.currentSpan();
      return span == null || span.isNoop() ? this::onOperation : new TracedOperation(span);
    }
  }

  private final class TracedOperation implements OperationListener.Scope {
    private final Span span;

    TracedOperation(Span span) {
      this.span = span;
    }

    @Override
    public OperationListener.RequestScope request(String action) {
      Span request =
          tracer
              .spanBuilder()
              .setParent(span.context())
              .kind(Span.Kind.CLIENT)
              .name(action)
              .tag("db.system.name", "azure.cosmosdb")
              .start();
      Tracer.SpanInScope scope = tracer.withSpan(request);
      return report -> {
        scope.close();
        end(request, report);
      };
    }

    private void end(Span request, RequestReport report) {
      if (!report.sent() && report.statusCode() != 0) {
        request.abandon();
        return;
      }
      request
          .tag(CHARGE, report.requestUnits())
          .tag("db.response.status_code", report.statusCode())
          .tag("azure.cosmosdb.response.sub_status_code", report.subStatusCode())
          .tag(ATTEMPT, report.attempt())
          .end();
    }

    @Override
    public void wrote(ItemVersion item) {
      commands.add(item, span.context());
    }

    @Override
    public void end(OperationReport report) {
      // The listener of the metrics ends the operation's span.
    }
  }

  private final class Changes implements ChangeFeedListener {
    private final String view;

    Changes(String view) {
      this.view = view;
    }

    @Override
    public ChangeFeedListener ofView(String name) {
      return new Changes(name);
    }

    @Override
    public BatchScope begin(ChangeSource source, Stream<ItemVersion> items) {
      List<RecentCommands.Command> causes = commands.unhandled(view, items);
      Span.Builder builder =
          tracer
              .spanBuilder()
              .setNoParent()
              .kind(Span.Kind.CONSUMER)
              .name("handle " + ChangeFeedMeters.tag(source))
              .tag(Tag.VIEW, view);
      causes.forEach(command -> builder.addLink(new Link(command.span())));
      Span span = builder.start();
      return new BatchScope() {
        @Override
        public Runnable enter() {
          return tracer.withSpan(span)::close;
        }

        @Override
        public void end(boolean handled) {
          span.end();
          if (handled) {
            causes.forEach(command -> command.handled(view));
          }
        }
      };
    }

    @Override
    public void onBatch(BatchReport report) {
      Span span = tracer.currentSpan();
      if (span != null) {
        span.tag("cosmosblog.changes", report.changes())
            .tag("cosmosblog.dead_letters", report.deadLetters())
            .tag("cosmosblog.requests", report.cost().requests())
            .tag(CHARGE, report.cost().requestUnits());
      }
    }

    @Override
    public void onBatchFailed(ChangeSource source, RuntimeException failure) {
      Span span = tracer.currentSpan();
      if (span != null) {
        span.error(failure);
      }
    }
  }
}
