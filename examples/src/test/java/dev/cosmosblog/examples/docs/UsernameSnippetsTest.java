package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.InvalidUsernameException;
import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Java example of docs/data-model.md. */
class UsernameSnippetsTest {
  // region one-script
  private static final Set<UnicodeScript> OF_ALL =
      Set.of(UnicodeScript.COMMON, UnicodeScript.INHERITED);

  // UTS 39, section 5.2: Latin beside the scripts of Japanese, Chinese or Korean
  private static final List<Set<UnicodeScript>> WRITTEN_TOGETHER =
      List.of(
          Set.of(
              UnicodeScript.LATIN,
              UnicodeScript.HAN,
              UnicodeScript.HIRAGANA,
              UnicodeScript.KATAKANA),
          Set.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.BOPOMOFO),
          Set.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HANGUL));

  static String oneScript(String username) {
    Set<UnicodeScript> scripts =
        username.codePoints().mapToObj(UnicodeScript::of).collect(Collectors.toSet());
    scripts.removeAll(OF_ALL);
    if (scripts.size() > 1
        && WRITTEN_TOGETHER.stream().noneMatch(together -> together.containsAll(scripts))) {
      throw new InvalidUsernameException("mixes the letters of " + scripts + "; use one script.");
    }
    return username;
  }

  // endregion

  @Test
  void aNameInLettersOfScriptsThatNobodyMixesIsRefused() {
    for (String forged : List.of("p\u0430ypal", "Ann\u0430", "\u0391nn")) {
      assertThatThrownBy(() -> oneScript(forged))
          .isInstanceOf(InvalidUsernameException.class)
          .hasMessageContaining("LATIN");
    }
  }

  @Test
  void aNameInOneScriptIsAccepted() {
    for (String name :
        List.of("Zoë O'Neil 7", "Анна", "Άννα", "山田 Taro", "アンナ", "한글 Ann", "👩\u200d💻 Ann")) {
      assertThat(oneScript(name)).isEqualTo(name);
    }
  }
}
