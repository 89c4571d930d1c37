package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.AuthoredItemChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ModeratedComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PendingComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedUser;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.testsupport.Trap;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlogChangeTest {
  private static StoredItem json(String text) {
    try {
      return new ObjectMapper().readValue(text.replace('\'', '"'), StoredItem.class);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Trap(13)
  void summariesWrittenByTheLibraryAreNotChanges() {
    StoredItem copy =
        json("{'id':'p1','type':'post','postId':'p1','userId':'u1','version':3,'userVersion':1}");

    assertThat(BlogChange.read(ChangeSource.USERS, copy, SummaryRule.DEFAULT)).isEmpty();
  }

  @Test
  void aReservationIsNotAChange() {
    StoredItem reservation = json("{'id':'username~1','type':'username','userId':'username~1'}");

    assertThat(BlogChange.read(ChangeSource.USERS, reservation, SummaryRule.DEFAULT)).isEmpty();
  }

  @Test
  void aUserWithoutVersionHasVersionZero() {
    StoredItem user = json("{'id':'u1','type':'user','userId':'u1','username':'Ann'}");

    assertThat(BlogChange.read(ChangeSource.USERS, user, SummaryRule.DEFAULT))
        .containsExactly(Changes.user("u1", "Ann", 0));
  }

  @Test
  void aPostIsCopiedAndItsAuthorsNameIsChecked() {
    StoredItem post =
        json("{'id':'p1','type':'post','postId':'p1','userId':'u1','version':3,'userVersion':1}");

    assertThat(BlogChange.read(ChangeSource.POSTS, post, SummaryRule.DEFAULT))
        .hasSize(2)
        .hasAtLeastOneElementOfType(PostChange.class)
        .hasAtLeastOneElementOfType(AuthoredItemChange.class);
  }

  @Test
  void itemsOfOtherTypesAreNotChanges() {
    assertThat(
            BlogChange.read(
                ChangeSource.POSTS, json("{'id':'x','type':'draft'}"), SummaryRule.DEFAULT))
        .isEmpty();
    assertThat(BlogChange.read(ChangeSource.POSTS, json("{'id':'x'}"), SummaryRule.DEFAULT))
        .isEmpty();
  }

  @Test
  void aCommentWithoutAuthorIsMalformed() {
    StoredItem comment = json("{'id':'c1','type':'comment','postId':'p1'}");

    assertThatThrownBy(() -> BlogChange.read(ChangeSource.POSTS, comment, SummaryRule.DEFAULT))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("userId");
  }

  @Test
  void aPostWithAnInvalidDateIsMalformed() {
    StoredItem post =
        json("{'id':'p1','type':'post','postId':'p1','userId':'u1','creationDate':'soon'}");

    assertThatThrownBy(() -> BlogChange.read(ChangeSource.POSTS, post, SummaryRule.DEFAULT))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("creationDate");
  }

  @Test
  void aPropertyOfAnotherTypeIsMalformed() {
    StoredItem post = json("{'id':'p1','type':'post','postId':'p1','userId':'u1','title':{'a':1}}");

    assertThatThrownBy(() -> BlogChange.read(ChangeSource.POSTS, post, SummaryRule.DEFAULT))
        .isInstanceOf(MalformedItemException.class);
  }

  @Test
  void aCommentWithoutPartitionKeyIsMalformed() {
    StoredItem comment = json("{'id':'c1','type':'comment','userId':'u1'}");

    assertThatThrownBy(() -> BlogChange.read(ChangeSource.POSTS, comment, SummaryRule.DEFAULT))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("postId");
  }

  @Test
  void aNumberInAStringIsReadAsANumber() {
    StoredItem like =
        json("{'id':'l1','type':'like','postId':'p1','userId':'u1','userVersion':'4'}");

    assertThat(BlogChange.read(ChangeSource.POSTS, like, SummaryRule.DEFAULT))
        .singleElement()
        .extracting(change -> ((AuthoredItemChange) change).userVersion())
        .isEqualTo(4L);
  }

  @Test
  void aCommentThatWasPendingConcernsTheQueue() {
    String hidden = "{'id':'c1','type':'hiddenComment','postId':'p1','userId':'u1'%s}";
    String shown = "{'id':'c1','type':'comment','postId':'p1','userId':'u1'%s}";

    assertThat(ofPosts(hidden.formatted(",'pending':true")))
        .hasExactlyElementsOfTypes(AuthoredItemChange.class, PendingComment.class);
    assertThat(ofPosts(hidden.formatted(",'pending':false")))
        .hasExactlyElementsOfTypes(AuthoredItemChange.class, ModeratedComment.class);
    assertThat(ofPosts(shown.formatted(",'pending':true")))
        .hasExactlyElementsOfTypes(AuthoredItemChange.class, ModeratedComment.class);
    assertThat(ofPosts(hidden.formatted(""))).hasExactlyElementsOfTypes(AuthoredItemChange.class);
  }

  private static List<BlogChange> ofPosts(String item) {
    return BlogChange.read(ChangeSource.POSTS, json(item), SummaryRule.DEFAULT);
  }

  @Test
  void aViewReceivesUsersAndTheirErasures() {
    StoredItem user = json("{'id':'u1','type':'user','userId':'u1','username':'Ann'}");
    StoredItem erased = json("{'id':'u1','type':'erasedUser','userId':'u1','username':'-'}");

    assertThat(BlogChange.readForView(ChangeSource.USERS, user))
        .hasExactlyElementsOfTypes(ViewedUser.class);
    assertThat(BlogChange.readForView(ChangeSource.USERS, erased))
        .hasExactlyElementsOfTypes(UserErasure.class);
  }
}
