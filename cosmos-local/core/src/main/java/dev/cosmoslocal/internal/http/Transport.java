package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.budget.NonBlocking;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.ThreadFactory;

/**
 * The transport of bytes: Linux's own calls where Netty supports them on the machine, which takes
 * less processor time, otherwise the JDK's.
 */
record Transport(EventLoopGroup events, Class<? extends ServerChannel> server) {
  /** An event loop: it evaluates nothing that may take long. */
  private static final class EventLoop extends FastThreadLocalThread implements NonBlocking {
    EventLoop(ThreadGroup group, Runnable work, String name) {
      super(group, work, name);
    }
  }

  /** The threads of event loops. They don't keep the process alive. */
  static final class EventLoops extends DefaultThreadFactory {
    EventLoops() {
      super("cosmos-local-http", true);
    }

    @Override
    protected Thread newThread(Runnable work, String name) {
      return new EventLoop(threadGroup, work, name);
    }
  }

  static Transport of(int threads) {
    ThreadFactory factory = new EventLoops();
    return Epoll.isAvailable()
        ? new Transport(new EpollEventLoopGroup(threads, factory), EpollServerSocketChannel.class)
        : new Transport(new NioEventLoopGroup(threads, factory), NioServerSocketChannel.class);
  }
}
