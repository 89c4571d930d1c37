package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.SessionToken;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.LocalCosmos;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes use one blog, and a user's requests reach them in turn. One of the account's
 * replicas lags by up to 500 ms. Set the system property {@code two-hosts.posts} for more posts.
 * The result is written to {@code target/two-hosts.txt}.
 */
@Tag("slow")
@Order(2)
class TwoHostsTest {
  private static final int POSTS = Integer.getInteger("two-hosts.posts", 60);
  private static final int ENOUGH = 1_000;
  private static final Path RESULT = Path.of("target", "two-hosts.txt");
  private static final Duration LAG = Duration.ofMillis(500);
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx128m",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
          "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true");

  @Test
  @Invariant("I7")
  void eachHostReadsWhatTheSessionWroteOnTheOther() throws Exception {
    try (LocalCosmos emulator =
            LocalCosmos.builder().physicalPartitions(2).replicaLag(LAG).seed(1).start();
        BlogDatabase database = connect(emulator.endpoint(), emulator.key()).provision();
        ChildProcess first = start(emulator);
        ChildProcess second = start(emulator)) {
      User ann = BlogStore.on(database).createUser("Ann").value();
      Counts counts = new Counts();
      for (int i = 0; i < POSTS; i++) {
        ChildProcess writer = i % 2 == 0 ? first : second;
        ChildProcess reader = i % 2 == 0 ? second : first;
        writer.send("write " + ann.id() + " p" + i);
        String token = writer.awaitLine("written ");
        reader.send("read p" + i + " " + token);
        counts.add(reader.awaitLine("missed "));
      }
      Files.writeString(RESULT, "Of %,d posts, another host missed %s%n".formatted(POSTS, counts));

      // About one of forty, so that few posts may be read from current replicas alone.
      if (POSTS >= ENOUGH) {
        assertThat(counts.postsWithout).as("posts without the session").isPositive();
      }
      assertThat(counts.posts).as("posts in the session").isZero();
      assertThat(counts.comments).as("comments in the session").isZero();
    }
  }

  private static ChildProcess start(LocalCosmos emulator) throws IOException {
    return ChildProcess.start(
        ChildProcess.java(Host.class, OPTIONS, emulator.endpoint(), emulator.key()));
  }

  private static BlogDatabase connect(String endpoint, String key) {
    return BlogDatabase.connect(
        new CosmosClientBuilder().endpoint(endpoint).key(key).gatewayMode(), "blog");
  }

  /** The posts and comments that reads missed. */
  private static final class Counts {
    private int postsWithout;
    private int commentsWithout;
    private int posts;
    private int comments;

    void add(String line) {
      String[] missed = line.split(" ");
      postsWithout += Integer.parseInt(missed[0]);
      commentsWithout += Integer.parseInt(missed[1]);
      posts += Integer.parseInt(missed[2]);
      comments += Integer.parseInt(missed[3]);
    }

    @Override
    public String toString() {
      return "%d posts and %d comments without the session, %d posts and %d comments in the session"
          .formatted(postsWithout, commentsWithout, posts, comments);
    }
  }

  /** A host, which executes the requests that it reads from its input. */
  static final class Host {
    public static void main(String[] arguments) throws IOException {
      BufferedReader input =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      try (BlogDatabase database = connect(arguments[0], arguments[1])) {
        BlogStore blog = BlogStore.on(database);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
          String[] request = line.split(" ");
          System.out.println(
              request[0].equals("write")
                  ? write(blog, UserId.of(request[1]), PostId.of(request[2]))
                  : read(blog, PostId.of(request[1]), new SessionToken(request[2])));
        }
      }
    }

    /** Creates a post and a comment on it, as two requests of a session. */
    private static String write(BlogStore blog, UserId user, PostId id) {
      CommandResult<Post> post = blog.createPost(CreatePost.of(user, "Title", "Text").withId(id));
      CommandResult<Comment> comment =
          blog.withSession(post.sessionToken())
              .createComment(id, new User(user, "Ann"), "A comment");
      return "written " + comment.sessionToken();
    }

    private static String read(BlogStore blog, PostId id, SessionToken token) {
      String without = missed(blog, id);
      return "missed " + without + " " + missed(blog.withSession(token), id);
    }

    private static String missed(BlogStore blog, PostId id) {
      boolean hasPost = blog.findPost(id).isPresent();
      boolean hasComment = !blog.commentsOf(id, PageRequest.first(10)).items().isEmpty();
      return (hasPost ? 0 : 1) + " " + (hasComment ? 0 : 1);
    }
  }
}
