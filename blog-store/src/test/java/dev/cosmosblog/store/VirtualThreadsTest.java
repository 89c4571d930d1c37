package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Callers that are not threads of the system, or must not wait. */
class VirtualThreadsTest {
  private static final int CALLERS = 200;

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.onePartition();

  /** The method is new in Java 21; this is compiled for 17. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void manyVirtualThreadsWriteAndReadAtOnce() throws Exception {
    Blog blog = Blog.on(cosmos);
    UserId ann = blog.newUser();
    PostId post = blog.newPost(ann);
    ExecutorService threads = virtualThreads();
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      String text = "No. " + i;
      calls.add(
          threads.submit(
              () -> {
                blog.store().createComment(CreateComment.of(post, ann, text));
                return blog.store().findPost(post).orElseThrow();
              }));
    }
    for (Future<?> call : calls) {
      call.get(1, TimeUnit.MINUTES);
    }
    threads.shutdown();

    assertThat(blog.store().findPost(post).orElseThrow().commentCount()).isEqualTo(CALLERS);
    assertThat(blog.count(post, "comment")).isEqualTo(CALLERS);
  }

  @Test
  void aReactiveCallerIsRefusedOnANonBlockingThread() {
    Blog blog = Blog.on(cosmos);
    PostId post = blog.newPost();

    Mono<Long> found = Mono.fromCallable(() -> blog.store().findPost(post).stream().count());

    assertThat(found.subscribeOn(Schedulers.boundedElastic()).block()).isEqualTo(1);
    assertThatThrownBy(() -> found.subscribeOn(Schedulers.parallel()).block())
        .hasMessageContaining("see the cause")
        .rootCause()
        .hasMessageContaining("blocking");
  }
}
