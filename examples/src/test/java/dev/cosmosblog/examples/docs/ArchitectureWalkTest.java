package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemResponse;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The walk of a comment in docs/architecture.md, against the stack at the SDK. */
class ArchitectureWalkTest {
  private static final Pattern FILE = Pattern.compile("\\[`(\\w+)`\\]");

  private final Set<String> walked = new TreeSet<>();

  /** Records the files of the store that are on the stack. */
  private void look() {
    walked.addAll(
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> frame.getClassName().startsWith("dev.cosmosblog.store."))
                        .map(StackFrame::getFileName)
                        .collect(Collectors.toSet())));
  }

  private static Set<String> filesOfTheWalk() throws IOException {
    String page = Files.readString(Path.of("../docs/architecture.md"));
    String walk = page.substring(page.indexOf("<!-- walk"), page.indexOf("<!-- end of walk"));
    return FILE.matcher(walk)
        .results()
        .map(file -> file.group(1) + ".java")
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theWalkOfACommentNamesTheFilesOnTheStack() throws IOException {
    CosmosContainer users = mock();
    CosmosContainer posts = mock();
    when(users.readItem(any(), any(), any()))
        .thenAnswer(
            call -> {
              look();
              CosmosItemResponse<Object> ann = mock();
              String json = "{\"id\":\"ann\",\"type\":\"user\",\"username\":\"Ann\"}";
              when(ann.getItem())
                  .thenReturn(new ObjectMapper().readValue(json, (Class<?>) call.getArgument(2)));
              return ann;
            });
    CosmosBatchOperationResult created = mock();
    CosmosBatchResponse done = mock();
    when(done.isSuccessStatusCode()).thenReturn(true);
    when(done.getResults()).thenReturn(List.of(created, created));
    when(posts.executeCosmosBatch(any(CosmosBatch.class)))
        .thenAnswer(
            call -> {
              look();
              return done;
            });
    BlogStore blog = BlogStore.on(BlogDatabase.builder().containers(users, posts, mock()).build());

    blog.createComment(CreateComment.of(PostId.of("p1"), UserId.of("ann"), "Hello"));

    assertThat(walked).isEqualTo(filesOfTheWalk());
  }
}
