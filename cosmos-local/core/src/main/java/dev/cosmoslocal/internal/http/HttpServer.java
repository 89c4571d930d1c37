package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import dev.cosmoslocal.internal.exchange.DirectProtocol;
import dev.cosmoslocal.internal.http.explorer.Explorer;
import dev.cosmoslocal.request.ConnectionLimits;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves an account on a port. Its threads don't keep the process alive. */
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /**
   * Clients run on the same machine: fewer threads wake up less often and find more work each time.
   */
  private static final int EVENT_LOOPS =
      Math.max(1, Math.min(2, Runtime.getRuntime().availableProcessors() / 2));

  private static final long CLOSE_SECONDS = 2;

  /** The call and the number of its error, before its text. */
  private static final String NATIVE_CALL = "^bind\\(\\.\\.\\) failed with error\\(-?\\d+\\): ";

  private final Transport transport = Transport.of(EVENT_LOOPS);
  private final Workers workers = new Workers();
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final ServerAddress place;
  private final Channel listening;

  private HttpServer(Account account, ServerConfig config, Extensions extensions) {
    Router router = Router.of(account, this::endpoint, config);
    this.place = config.listening();
    this.listening =
        bind(
            new Connections(
                new Dispatcher(config, router, extensions.explorer(), workers, transport.events()),
                connections,
                config,
                extensions.direct()));
  }

  /**
   * Starts a server.
   *
   * @throws UncheckedIOException if the port is taken
   */
  public static HttpServer start(Account account, ServerConfig config) {
    return start(account, config, new Extensions(null, null));
  }

  /**
   * The optional parts of a server.
   *
   * @param explorer the explorer; null for none
   * @param direct the protocol of direct mode, which needs TLS; null for none
   */
  public record Extensions(@Nullable Explorer explorer, @Nullable DirectProtocol direct) {}

  /**
   * Starts a server with extensions.
   *
   * @throws UncheckedIOException if the port is taken
   */
  public static HttpServer start(Account account, ServerConfig config, Extensions extensions) {
    NetworkClasses.await();
    HttpServer server = new HttpServer(account, config, extensions);
    server.listening.config().setAutoRead(true);
    server.listening.read();
    // It responds to probes while it loads the classes of JSON for the first client.
    Json.bytes(Json.object());
    return server;
  }

  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** The URL that clients connect to, which ends with a slash. */
  public String endpoint() {
    return place.endpoint(port());
  }

  /** Has another thread prepare the first server of the process, while its account is opened. */
  public static void prepare() {
    NetworkClasses.begin();
  }

  /** Stops within about two seconds and cuts off pending requests. May be called again. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      listening.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
      connections.close();
      workers.close();
      transport
          .events()
          .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
          .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Accepts no connection before {@link #start} has set all fields. */
  private Channel bind(Connections each) {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(transport.events())
            .channel(transport.server())
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(each);
    var bound = bootstrap.bind(place.address(), place.port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      transport.events().shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw new UncheckedIOException(
          new IOException(
              "Port "
                  + place.port()
                  + " on "
                  + place.address().getHostAddress()
                  + " can't be used: "
                  + String.valueOf(bound.cause().getMessage()).replaceFirst(NATIVE_CALL, ""),
              bound.cause()));
    }
    return bound.channel();
  }

  /** Sets up connections. */
  private static final class Connections extends ChannelInitializer<SocketChannel> {
    private final Dispatcher dispatcher;
    private final ChannelGroup open;
    private final ServerAddress place;
    private final ConnectionLimits limits;
    private final BytesUnderWay underWay;
    private final @Nullable DirectProtocol direct;
    private final AtomicBoolean warned = new AtomicBoolean();

    Connections(
        Dispatcher dispatcher,
        ChannelGroup open,
        ServerConfig config,
        @Nullable DirectProtocol direct) {
      this.dispatcher = dispatcher;
      this.open = open;
      this.place = config.listening();
      this.limits = config.limits();
      this.underWay = new BytesUnderWay(limits.bytesUnderWay());
      this.direct = direct;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      open.add(channel);
      if (open.size() > limits.connections()) {
        if (warned.compareAndSet(false, true)) {
          LOG.warn("The emulator closes new connections while {} are open.", limits.connections());
        }
        channel.close();
        return;
      }
      ChannelPipeline pipeline = channel.pipeline();
      SSLContext tls = place.tls();
      if (tls != null) {
        pipeline.addLast(new SslHandler(ServerAddress.engine(tls)));
      }
      RequestDecoder decoder = new RequestDecoder(underWay);
      RequestAssembler assembler = new RequestAssembler(dispatcher, place, underWay);
      ArrivalTimeout arrival =
          new ArrivalTimeout(limits.arrival(), () -> assembler.inside() || decoder.holdsBytes());
      pipeline.addLast(arrival);
      if (tls != null && direct != null) {
        DirectProtocol.Link link =
            new DirectProtocol.Link(dispatcher, underWay, arrival::trust, limits.arrival());
        pipeline.addLast(new ProtocolSwitch(direct, link, arrival));
      }
      pipeline
          .addLast(decoder)
          .addLast(assembler)
          .addLast(new ConnectionHandler(dispatcher, arrival, underWay, limits.arrival()));
    }
  }
}
