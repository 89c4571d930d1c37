package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.DirectProtocol;
import dev.cosmoslocal.internal.exchange.ErrorResponse;
import dev.cosmoslocal.internal.rntbd.RntbdRequest.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslCompletionEvent;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection. It serves many requests at once and answers each when it is ready. While too many
 * are in progress, or the client does not take its responses, nothing more is read.
 */
final class RntbdConnection extends SimpleChannelInboundHandler<RntbdRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(RntbdConnection.class);

  /** The SDK for Java sends 30 at most. */
  private static final int MAX_IN_PROGRESS = 200;

  private static final int HEAD_BYTES = 512;
  private static final int UNAUTHORIZED = 401;
  private static final Duration RETRY_AFTER = Duration.ofMillis(500);

  private final DirectProtocol.Link link;

  // All of these are confined to the connection's event loop.
  private final Set<Cancellation> inProgress = new HashSet<>();
  private boolean closed;

  private String userAgent = "";

  RntbdConnection(DirectProtocol.Link link) {
    this.link = link;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, RntbdRequest request) {
    RequestFrame frame = request.frame();
    if (frame.opensConnection()) {
      userAgent = frame.userAgent();
      ByteBuf out = context.alloc().ioBuffer(HEAD_BYTES);
      ResponseFrame.writeProperties(out, frame, link.patience());
      context.writeAndFlush(out);
      return;
    }
    Call call = new Call(context, request);
    Problem problem = request.problem();
    if (problem != null || link.underWay().exceeded()) {
      call.reply(refusal(problem));
    } else {
      call.serve();
    }
  }

  private static ApiResponse refusal(@Nullable Problem why) {
    return why == Problem.TOO_LARGE
        ? ErrorResponse.of(413, "Request size is too large: a request may have 4 MB.")
        : ErrorResponse.of(
            new EngineException(
                    429,
                    0,
                    "Too many bytes of requests and responses are in progress."
                        + " LocalCosmos.builder().connectionLimits(…) sets the limit.")
                .retryAfter(RETRY_AFTER));
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    read(context);
    super.channelWritabilityChanged(context);
  }

  private void read(ChannelHandlerContext context) {
    boolean reads = inProgress.size() < MAX_IN_PROGRESS && context.channel().isWritable();
    context.channel().config().setAutoRead(reads);
  }

  /** The client has waited too long for a request to arrive. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (!(event instanceof SslCompletionEvent)) {
      context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closed = true;
    inProgress.forEach(Cancellation::cancel);
    inProgress.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("A connection in direct mode failed.", cause);
    context.close();
  }

  /** A request in progress. */
  private final class Call {
    private final ChannelHandlerContext context;
    private final RntbdRequest request;

    // Confined to the connection's event loop.
    private Cancellation cancellation = new Cancellation();
    private boolean answered;

    Call(ChannelHandlerContext context, RntbdRequest request) {
      this.context = context;
      this.request = request;
    }

    void serve() {
      try {
        ApiRequest meant = request.frame().toRequest(request.body(), userAgent);
        Cancellation work = link.service().serve(meant, this::reply);
        if (!answered) {
          cancellation = work;
          inProgress.add(work);
          read(context);
        }
      } catch (EngineException refusal) {
        reply(ErrorResponse.of(refusal));
      }
    }

    /** May be called from any thread. */
    void reply(ApiResponse response) {
      if (!context.executor().inEventLoop()) {
        context.executor().execute(() -> reply(response));
        return;
      }
      answered = true;
      inProgress.remove(cancellation);
      link.underWay().release(request.reserved());
      if (!closed) {
        if (response.status() != UNAUTHORIZED) {
          link.trusted().run();
        }
        write(response);
        read(context);
      }
    }

    private void write(ApiResponse response) {
      int bytes = response.body().length;
      ByteBuf out = context.alloc().ioBuffer(HEAD_BYTES + bytes);
      if (response.isCut()) {
        ResponseFrame.writeHalf(out, request.frame());
        context.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
        return;
      }
      ResponseFrame.write(out, request.frame(), response);
      link.underWay().add(bytes);
      context.writeAndFlush(out).addListener(done -> link.underWay().release(bytes));
    }
  }
}
