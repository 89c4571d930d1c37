package dev.cosmoslocal.internal.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeTest {
  private static final SessionToken MARK = new SessionToken("1", SessionToken.FIRST_VERSION, 7);

  @ParameterizedTest
  @ValueSource(
      strings = {"1:-1#7", "1:-1#7#2=90", "0:-1#90,1:-1#6", "11:-1#90", "1:90", "1:-1#", "1", ","})
  void aPartitionThatHasReachedTheSessionIsRead(String token) {
    assertThatCode(() -> exchange(token).checkSession(MARK)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1:-1#8", "1:-1#8#2=1", "0:-1#1,1:-1# 8 ", "1:-1#8,0:-1#1"})
  void aPartitionBehindTheSessionIsRefused(String token) {
    assertThatThrownBy(() -> exchange(token).checkSession(MARK))
        .isInstanceOfSatisfying(
            EngineException.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(404);
              assertThat(refusal.subStatus()).isEqualTo(1002);
            });
  }

  @Test
  void aSessionTokenWithoutANumberIsMalformed() {
    assertThatThrownBy(() -> exchange("1:-1#x").checkSession(MARK))
        .hasMessageContaining("session token");
    assertThatCode(() -> exchange("0:-1#x").checkSession(MARK)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "0:-1#1,garbage", "#7", ":-1#7"})
  void aSessionTokenWithoutAPartitionIsMalformed(String token) {
    assertThatThrownBy(() -> exchange(token).checkSession(MARK))
        .isInstanceOfSatisfying(
            EngineException.class, refusal -> assertThat(refusal.status()).isEqualTo(400));
  }

  private static Exchange exchange(String token) {
    return new Exchange(
        new ApiRequest(
            "GET",
            List.of(),
            new DefaultHttpHeaders().add(Headers.SESSION_TOKEN, token),
            new byte[0]),
        Admission.UNLIMITED);
  }
}
