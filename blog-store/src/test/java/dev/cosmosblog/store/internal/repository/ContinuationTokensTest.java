package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.testsupport.Trap;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ContinuationTokensTest {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ é";

  private final ContinuationTokens tokens =
      new ContinuationTokens(BlogOperation.COMMENTS_OF, "post-1");

  private static void refused(ContinuationTokens list, String token) {
    assertThatThrownBy(() -> list.unwrap(new ContinuationToken(token)))
        .as("token '%s'", token)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Give the token of this list's last page unchanged");
  }

  private String wrapped(String continuation) {
    return tokens.wrap(continuation).value();
  }

  @Property(seed = "1")
  void aContinuationIsReadBackUnchanged(@ForAll @AlphaChars @NotEmpty String continuation) {
    ContinuationToken token = tokens.wrap(continuation);
    assertThat(tokens.unwrap(token)).isEqualTo(continuation);
    assertThat(token.value()).matches("[A-Za-z0-9_-]+");
  }

  @Property(seed = "1")
  void aTokenWithOneOtherCharacterIsRefused(
      @ForAll @AlphaChars @StringLength(min = 1, max = 80) String continuation,
      @ForAll @IntRange(max = 10_000) int where,
      @ForAll @IntRange(max = 10_000) int what) {
    String token = wrapped(continuation);
    int at = where % token.length();
    char other = ALPHABET.charAt(what % ALPHABET.length());
    Assume.that(token.charAt(at) != other);
    refused(tokens, token.substring(0, at) + other + token.substring(at + 1));
  }

  @Property(seed = "1")
  void aTruncatedOrLongerTokenIsRefused(
      @ForAll @AlphaChars @StringLength(min = 1, max = 80) String continuation,
      @ForAll @IntRange(max = 10_000) int where,
      @ForAll @IntRange(max = 10_000) int what) {
    String token = wrapped(continuation);
    refused(tokens, token.substring(0, where % token.length()));
    refused(tokens, token + ALPHABET.charAt(what % ALPHABET.length()));
  }

  @Property(seed = "1")
  void aTextThatIsNotATokenIsRefused(@ForAll String text) {
    refused(tokens, text);
  }

  @Test
  @Trap(16)
  void anEmptyTextIsNotAToken() {
    refused(tokens, "");
  }

  @Test
  void theLastCharactersUnusedBitsMustBeZero() {
    for (int length = 1; length <= 3; length++) {
      String token = wrapped("x".repeat(length));
      String start = token.substring(0, token.length() - 1);
      char last = token.charAt(token.length() - 1);
      ALPHABET
          .chars()
          .filter(other -> other != last)
          .forEach(other -> refused(tokens, start + (char) other));
      refused(tokens, token + "=");
    }
  }

  @Test
  void aTokenOfAnotherListOrKeyIsRefused() {
    String token = wrapped("x");
    refused(new ContinuationTokens(BlogOperation.LIKES_OF, "post-1"), token);
    refused(new ContinuationTokens(BlogOperation.COMMENTS_OF, "post-2"), token);
    refused(new ContinuationTokens(BlogOperation.COMMENTS_OF, "post"), token);
  }
}
