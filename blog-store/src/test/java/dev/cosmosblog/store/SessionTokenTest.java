package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.session.SessionProgress;
import dev.cosmosblog.store.query.SessionToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTokenTest {
  private final SessionProgress progress = new SessionProgress();

  @Test
  void aTokenHasTheContainersAndPartitionsOfResponsesMostRecentFirst() {
    progress.add(BlogContainer.USERS, "0:-1#7");
    progress.add(BlogContainer.POSTS, "3:-1#38#4=12#1=9");
    progress.add(BlogContainer.LEASES, "0:-1#99");
    progress.add(null, "0:-1#99");

    assertThat(progress.text()).startsWith("1~p3.-1.38.").endsWith("~u0.-1.7");
    assertThat(beyond(progress, new SessionProgress())).startsWith("3:-1#38#").contains("#4=12");
    assertThat(SessionProgress.parse(progress.text()).text()).isEqualTo(progress.text());
  }

  @ParameterizedTest
  @CsvSource({
    "0:-1#7, 0:-1#9, 0:-1#9",
    "0:-1#9, 0:-1#7, 0:-1#9",
    // After a failover, the LSN may be lower.
    "0:0#7, 0:-1#9, 0:0#7",
    "0:-1#9, 0:0#7, 0:0#7",
    "0:-1#9#1=5, 0:-1#7#1=6, 0:-1#9#1=6",
    // A region was added.
    "0:-1#9#1=5, 0:-1#7#1=4#2=3, 0:-1#9#1=5",
    "0:-1#7#1=5, 0:-1#9#1=4#2=3, 0:-1#9#1=4#2=3"
  })
  void aPartitionHasTheFurtherProgress(String first, String second, String merged) {
    progress.add(BlogContainer.POSTS, first);
    progress.add(BlogContainer.POSTS, second);

    assertThat(beyond(progress, new SessionProgress())).isEqualTo(merged);
  }

  @Test
  void aReadSendsATokenOnlyIfTheClientHasSeenLess() {
    SessionProgress client = new SessionProgress();
    client.add(BlogContainer.POSTS, "0:-1#9,1:-1#5");
    progress.add(BlogContainer.POSTS, "0:-1#9");
    assertThat(progress.beyond(client, BlogContainer.POSTS)).isEmpty();

    progress.add(BlogContainer.POSTS, "1:-1#6");

    assertThat(progress.beyond(client, BlogContainer.USERS)).isEmpty();
    assertThat(beyond(progress, client)).isEqualTo("0:-1#9,1:-1#6");
  }

  @Test
  void aForgottenContainerIsReadWithTheClientsSession() {
    progress.add(BlogContainer.POSTS, "0:-1#9");
    progress.add(BlogContainer.USERS, "0:-1#8");

    progress.forget(BlogContainer.POSTS);

    assertThat(progress.text()).isEqualTo("1~u0.-1.8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "0:42", "x:-1#5", "0:-1#", "0:-1#5#a=b", "0:-1#9999999999999999999"})
  void aResponseWithAnUnknownFormOfTokenAddsNothing(String token) {
    progress.add(BlogContainer.POSTS, token);

    assertThat(progress.text()).isEqualTo(SessionToken.EMPTY.value());
  }

  @Test
  void mergedTokensHaveTheEntriesOfBoth() {
    SessionToken both =
        new SessionToken("1~p0.-1.9~u0.-1.3").merge(new SessionToken("1~p0.-1.8~f0.-1.2"));

    assertThat(both.value()).isEqualTo("1~p0.-1.9~f0.-1.2~u0.-1.3");
    assertThat(both.merge(both)).isEqualTo(both);
    assertThat(both.merge(SessionToken.EMPTY)).isEqualTo(both);
  }

  @Test
  void aTokenOfManyPartitionsKeepsTheMostRecentOnes() {
    for (int range = 0; range < 200; range++) {
      progress.add(BlogContainer.POSTS, range + ":-1#123456789");
    }
    progress.add(BlogContainer.USERS, "7:-1#1");

    SessionToken token = new SessionToken(progress.text());

    assertThat(token.value())
        .hasSizeBetween(SessionToken.MAX_LENGTH - 20, SessionToken.MAX_LENGTH)
        .startsWith("1~u7.-1.1~p199.-1.123456789~p198.")
        .doesNotContain("~p0.");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "2",
        "1~",
        "1~p0.-1",
        "1~p0.-1.",
        "1~p0.-1.9 ",
        "1~p0.-1.9.1",
        "1~p0.-1.9\r\nSet-Cookie: a=b",
        "1~posts.-1.9",
        "1~p1234567890.-1.9",
        "1~p0.-1.1234567890123456789"
      })
  void anUnreadableTokenIsRejectedByNameOrIgnored(String text) {
    assertThat(SessionToken.orEmpty(text)).isEqualTo(SessionToken.EMPTY);
    if (text != null) {
      assertThatThrownBy(() -> new SessionToken(text))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("session token of version 1");
    }
  }

  @Test
  void aTokenThatIsTooLongIsRejected() {
    String text = "1" + "~p0.-1.123456789".repeat(100);

    assertThatThrownBy(() -> new SessionToken(text)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void entriesOfContainersThatThisVersionDoesNotKnowAreLeftOut() {
    assertThat(SessionProgress.parse("1~z0.-1.9~a0.-1.9~l2.-1.4").text()).isEqualTo("1~l2.-1.4");
  }

  private static String beyond(SessionProgress session, SessionProgress client) {
    return session.beyond(client, BlogContainer.POSTS).orElseThrow();
  }
}
