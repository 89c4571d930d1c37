package dev.cosmosblog.benchmarks.springdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.LocalCosmos;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SpringDataProcessTest {
  @Test
  void itAsksEveryRequestThatItIsToldAndWhatFailsIsAnAnswerToo() throws IOException {
    String all =
        Arrays.stream(SpringRequest.values())
            .map(request -> request + " 1\n")
            .collect(Collectors.joining());
    List<String> answers = answers("C2_EDIT 7\n" + all + "C1 2\nC1 2\n");
    int asked = SpringRequest.values().length;
    assertThat(answers).hasSize(asked + 4).startsWith("answer ready");
    assertThat(answers.get(1)).startsWith("answer failed: ");
    assertThat(answers.subList(2, asked + 2))
        .allSatisfy(answer -> assertThat(answer).matches("answer \\d+ \\d+"))
        .extracting(answer -> Integer.valueOf(answer.split(" ")[2]))
        .as("entries of C1, its edit, Q1, C2, its edit, Q2, Q3, C3, Q4, C4, Q5, Q6")
        .containsExactly(1, 1, 1, 1, 1, 1, 28, 1, 20, 1, 50, 100);
    assertThat(answers.get(asked + 3)).startsWith("answer failed: ").contains("is taken");
    assertThat(answers.get(asked + 2)).matches("answer \\d+ 1");
  }

  private static List<String> answers(String input) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (LocalCosmos emulator = LocalCosmos.start()) {
      SpringDataProcess.run(
          emulator.endpoint(),
          emulator.key(),
          100,
          new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
          new PrintStream(output, true, StandardCharsets.UTF_8));
    }
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
