package dev.cosmoslocal.internal.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import org.junit.jupiter.api.Test;

class PathDecoderTest {
  @Test
  void slashesSeparateAndEmptySegmentsAreIgnored() {
    assertThat(PathDecoder.segments("/dbs/a+b//colls/c/"))
        .containsExactly("dbs", "a+b", "colls", "c");
    assertThat(PathDecoder.segments("/")).isEmpty();
    assertThat(PathDecoder.segments("")).isEmpty();
  }

  @Test
  void queryAndFragmentAreIgnored() {
    assertThat(PathDecoder.segments("/addresses/?$resolveFor=dbs/a")).containsExactly("addresses");
    assertThat(PathDecoder.segments("/dbs#a?b/c")).containsExactly("dbs");
    assertThat(PathDecoder.segments("?/dbs")).isEmpty();
  }

  @Test
  void aQuestionMarkUnderDatabasesIsPartOfAnId() {
    assertThat(PathDecoder.segments("/dbs/a/colls/c/docs/1?2%20"))
        .containsExactly("dbs", "a", "colls", "c", "docs", "1?2 ");
  }

  @Test
  void percentEncodingIsDecodedAsUtf8() {
    assertThat(PathDecoder.segments("/d%C3%A4bs/a%2Fb%20c")).containsExactly("däbs", "a/b c");
    assertThatThrownBy(() -> PathDecoder.segments("/a%2")).isInstanceOf(EngineException.class);
  }
}
