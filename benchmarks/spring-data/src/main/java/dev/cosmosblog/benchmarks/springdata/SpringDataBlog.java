package dev.cosmosblog.benchmarks.springdata;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.benchmarks.springdata.SpringRequest.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Asks the ten requests by repositories, as the lines on its standard input tell: {@code NAME
 * NUMBER}, until the input ends. It answers each with a line that begins with {@code answer} and
 * tells the nanoseconds and the entries of what was found; a first one says that it is ready, and a
 * failure is an answer too.
 */
public final class SpringDataBlog {
  private static final String ANSWER = "answer ";

  private SpringDataBlog() {}

  /**
   * Runs it.
   *
   * @param words the account's endpoint and key
   * @throws IOException if the input can't be read
   */
  public static void main(String[] words) throws IOException {
    run(words[0], words[1], System.in, System.out);
  }

  static void run(String endpoint, String key, InputStream input, PrintStream output)
      throws IOException {
    CosmosClientBuilder client =
        new CosmosClientBuilder()
            .endpoint(endpoint)
            .key(key)
            .consistencyLevel(ConsistencyLevel.SESSION)
            .contentResponseOnWriteEnabled(true)
            .gatewayMode();
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean(CosmosClientBuilder.class, () -> client);
      context.register(BlogConfiguration.class);
      context.refresh();
      SampleBlog.fill(context.getBean(UserRepository.class), context.getBean(PostRepository.class));
      SampleBlog.fill(
          context.getBean(CommentRepository.class), context.getBean(LikeRepository.class));
      output.println(ANSWER + "ready");
      follow(context.getBean(SpringBlog.class), input, output);
    }
  }

  private static void follow(SpringBlog blog, InputStream input, PrintStream output)
      throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      output.println(ANSWER + answer(blog, line.strip().split(" ")));
    }
  }

  private static String answer(SpringBlog blog, String[] words) {
    try {
      Answer answer = SpringRequest.valueOf(words[0]).ask(blog, words[1]);
      return answer.nanos() + " " + answer.entries();
    } catch (RuntimeException e) {
      return "failed: " + e.toString().lines().findFirst().orElse("");
    }
  }
}
