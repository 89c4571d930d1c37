package dev.cosmosblog.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Finding;
import dev.cosmosblog.simulation.chaos.Observer.CopyHistory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CopyHistoryTest {
  private final ChaosFindings findings = new ChaosFindings();
  private final CopyHistory history = new CopyHistory(findings);

  private void sees(String container, int version, int likes) {
    JsonNode copy =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", "p")
            .put("version", version)
            .put("commentCount", 0)
            .put("likeCount", likes);
    history.saw(Duration.ofSeconds(version), container, copy);
  }

  @Test
  void aCopyWithIncreasingVersionsIsAccepted() {
    sees("feed", 1, 1);
    sees("feed", 1, 1);
    sees("users", 0, 0);
    sees("feed", 3, 0);
    assertThat(findings.all()).isEmpty();
    assertThat(history.of("p")).hasSize(3);
  }

  @Test
  void aCopyThatRevertsIsFound() {
    sees("feed", 2, 1);
    sees("feed", 1, 1);
    assertThat(findings.all()).extracting(Finding::invariant).containsExactly("I4");
  }

  @Test
  void aVersionWithTwoContentsIsFound() {
    sees("users", 2, 1);
    sees("users", 2, 3);
    assertThat(findings.all()).extracting(Finding::invariant).containsExactly("I4");
  }
}
