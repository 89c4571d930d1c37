package dev.cosmosblog.local.internal.http;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.concurrent.ThreadFactory;

/**
 * How bytes come in and go out: by Linux's own calls where Netty has them for the machine, which
 * takes less processor time, else by the JDK's.
 *
 * @param events the threads
 * @param server the kind of listening channel that they serve
 */
record Transport(EventLoopGroup events, Class<? extends ServerChannel> server) {
  static Transport of(int threads, ThreadFactory factory) {
    return Epoll.isAvailable()
        ? new Transport(new EpollEventLoopGroup(threads, factory), EpollServerSocketChannel.class)
        : new Transport(new NioEventLoopGroup(threads, factory), NioServerSocketChannel.class);
  }
}
