package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.examples.blog.Repeat;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import java.util.function.Function;
import java.util.stream.Stream;

/** Writes a generated blog, several commands at once; users before posts before the rest. */
final class BlogWriter {
  private final BlogStore store;
  private final Workers workers;
  private final Screen screen;

  BlogWriter(BlogStore store, Workers workers, Screen screen) {
    this.store = store;
    this.workers = workers;
    this.screen = screen;
  }

  void write(GeneratedBlog blog) throws InterruptedException {
    all("users", blog.userCount(), blog.users(), store::createUser);
    all("posts", blog.postCount(), blog.posts(), store::createPost);
    all("comments", blog.commentCount(), blog.comments(), store::createComment);
    all("likes", blog.likeCount(), blog.likes(), store::likePost);
  }

  private <C, T> void all(
      String what, int count, Stream<C> commands, Function<C, CommandResult<T>> send)
      throws InterruptedException {
    try (Progress progress = new Progress("write " + what, count, screen)) {
      workers.forEach(
          commands.iterator(),
          command -> {
            Repeat.untilDone(() -> send.apply(command));
            progress.step();
          });
    }
  }
}
