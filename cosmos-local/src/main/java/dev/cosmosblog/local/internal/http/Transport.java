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
 * The transport of bytes: Linux's own calls where Netty supports them on the machine, which takes
 * less processor time, otherwise the JDK's.
 *
 * @param events the event loops
 * @param server the type of the listening channel
 */
record Transport(EventLoopGroup events, Class<? extends ServerChannel> server) {
  static Transport of(int threads, ThreadFactory factory) {
    return Epoll.isAvailable()
        ? new Transport(new EpollEventLoopGroup(threads, factory), EpollServerSocketChannel.class)
        : new Transport(new NioEventLoopGroup(threads, factory), NioServerSocketChannel.class);
  }
}
