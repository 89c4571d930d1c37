package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import dev.cosmoslocal.internal.http.auth.Signer;
import io.netty.buffer.ByteBufAllocator;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * The classes that the first server of a process needs. Loading them takes about as long as loading
 * those that open an account, so that another thread does it meanwhile.
 */
final class NetworkClasses {
  private static final FutureTask<Boolean> LOADED = new FutureTask<>(NetworkClasses::load, true);

  private NetworkClasses() {}

  /** Begins to load them, unless they have been loaded. */
  static void begin() {
    if (!LOADED.isDone()) {
      Thread thread = new Thread(LOADED, "cosmos-local-start");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Waits until they are loaded, and loads those of signatures meanwhile. Two threads that
   * initialize the same classes may deadlock.
   */
  static void await() {
    if (!LOADED.isDone()) {
      new Signer("AAAA");
    }
    LOADED.run();
    try {
      LOADED.get();
    } catch (ExecutionException failure) {
      // The code that needs the class fails with the cause.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void load() {
    Transport transport = Transport.of(1);
    try {
      MethodHandles.lookup().ensureInitialized(transport.server());
      ByteBufAllocator.DEFAULT.buffer().release();
      new RequestDecoder(new BytesUnderWay(0));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } finally {
      transport.events().shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
  }
}
