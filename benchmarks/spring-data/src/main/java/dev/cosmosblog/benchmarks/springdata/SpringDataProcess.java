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
 * Makes the ten requests with repositories. Each line of the input, {@code NAME ROUND}, is answered
 * by a line that begins with {@code answer} and has the nanoseconds and the number of entries, or
 * {@code failed} and the reason. An answer before the first line reports that the data is loaded.
 */
public final class SpringDataProcess {
  private static final String ANSWER = "answer ";

  private SpringDataProcess() {}

  /** Takes the endpoint, the key and the number of posts. */
  public static void main(String[] arguments) throws IOException {
    run(arguments[0], arguments[1], Integer.parseInt(arguments[2]), System.in, System.out);
  }

  static void run(String endpoint, String key, int posts, InputStream input, PrintStream output)
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
      SpringSample.fill(
          context.getBean(BlogUserRepository.class),
          context.getBean(BlogPostRepository.class),
          posts);
      SpringSample.fill(
          context.getBean(BlogCommentRepository.class), context.getBean(BlogLikeRepository.class));
      output.println(ANSWER + "ready");
      answerLines(context.getBean(SpringBlog.class), input, output);
    }
  }

  private static void answerLines(SpringBlog blog, InputStream input, PrintStream output)
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
