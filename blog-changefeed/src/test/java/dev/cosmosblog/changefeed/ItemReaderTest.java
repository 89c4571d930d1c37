package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.BlogChange.NameChange;
import dev.cosmosblog.changefeed.BlogChange.PostChange;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.testing.Trap;
import org.junit.jupiter.api.Test;

class ItemReaderTest {
  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Trap(13)
  void thePostCopiesThatTheLibraryWritesToUsersMeanNothing() {
    JsonNode copy =
        json("{'id':'p1','type':'post','postId':'p1','userId':'u1','version':3,'userVersion':1}");

    assertThat(ItemReader.read(SourceFeed.USERS, copy)).isEmpty();
  }

  @Test
  void aReservedUsernameMeansNothing() {
    JsonNode reservation = json("{'id':'username~1','type':'username','userId':'username~1'}");

    assertThat(ItemReader.read(SourceFeed.USERS, reservation)).isEmpty();
  }

  @Test
  void aUserWithoutVersionIsInVersionZero() {
    JsonNode user = json("{'id':'u1','type':'user','userId':'u1','username':'Ann'}");

    assertThat(ItemReader.read(SourceFeed.USERS, user))
        .containsExactly(Changes.user("u1", "Ann", 0));
  }

  @Test
  void aPostIsCopiedAndItsAuthorsNameChecked() {
    JsonNode post =
        json("{'id':'p1','type':'post','postId':'p1','userId':'u1','version':3,'userVersion':1}");

    assertThat(ItemReader.read(SourceFeed.POSTS, post))
        .hasSize(2)
        .hasAtLeastOneElementOfType(PostChange.class)
        .hasAtLeastOneElementOfType(NameChange.class);
  }

  @Test
  void itemsOfOtherTypesMeanNothing() {
    assertThat(ItemReader.read(SourceFeed.POSTS, json("{'id':'x','type':'draft'}"))).isEmpty();
    assertThat(ItemReader.read(SourceFeed.POSTS, json("{'id':'x'}"))).isEmpty();
  }

  @Test
  void aCommentWithoutAuthorIsMalformed() {
    JsonNode comment = json("{'id':'c1','type':'comment','postId':'p1'}");

    assertThatThrownBy(() -> ItemReader.read(SourceFeed.POSTS, comment))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("userId");
  }

  @Test
  void aPostWithANonsenseDateIsMalformed() {
    JsonNode post =
        json("{'id':'p1','type':'post','postId':'p1','userId':'u1','creationDate':'soon'}");

    assertThatThrownBy(() -> ItemReader.read(SourceFeed.POSTS, post))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("creationDate");
  }

  @Test
  void aPropertyOfAnotherTypeIsMalformed() {
    JsonNode post = json("{'id':'p1','type':'post','postId':'p1','userId':'u1','title':{'a':1}}");

    assertThatThrownBy(() -> ItemReader.read(SourceFeed.POSTS, post))
        .isInstanceOf(MalformedItemException.class);
  }
}
