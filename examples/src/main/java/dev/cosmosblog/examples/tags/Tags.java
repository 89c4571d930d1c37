package dev.cosmosblog.examples.tags;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists posts by tag from a container that has one logical partition for each tag. */
@Command(
    name = "tags",
    description = "maintains posts by tag in a container as a custom view, and rebuilds it")
public final class Tags implements Program {
  private static final String PROPERTY = "tags";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** The content of {@code tags.json}: the titles of posts with a tag, for each query. */
  record Result(
      List<String> java, List<String> cosmos, List<String> javaLater, boolean rebuiltIsEqual) {}

  /**
   * An item of the container: a post under one of its tags or, under {@code ~} and its id, the list
   * of its tags. After a tag is removed from a post, its entry remains without a title.
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Entry(
      String id,
      String tag,
      long version,
      @Nullable String title,
      List<String> tags,
      List<String> old,
      int ttl) {
    private static final int MARK_SECONDS = (int) Duration.ofDays(7).toSeconds();

    static Entry of(PostChange change, String tag, Optional<String> title) {
      String id = change.id().value();
      int ttl = title.isPresent() ? -1 : MARK_SECONDS;
      return new Entry(id, tag, change.version(), title.orElse(null), List.of(), List.of(), ttl);
    }

    Entry with(List<String> now, Stream<String> former) {
      List<String> gone = former.filter(one -> !now.contains(one)).distinct().toList();
      return new Entry(id, tag, version, title, now, gone, ttl);
    }
  }

  /**
   * Maintains the container. Several hosts may write the same post concurrently and out of order.
   */
  record ByTag(CosmosContainer container) implements BlogView {
    static ByTag in(CosmosDatabase database, String name) {
      CosmosContainerProperties byTag = new CosmosContainerProperties(name, "/tag");
      database.createContainerIfNotExists(byTag.setDefaultTimeToLiveInSeconds(-1));
      return new ByTag(database.getContainer(name));
    }

    @Override
    public void onPosts(List<PostChange> changes) {
      changes.forEach(this::write);
    }

    private void write(PostChange change) {
      Optional<String> title = change.post().map(Post::title);
      List<String> tags =
          change.post().map(post -> post.properties().texts(PROPERTY)).orElse(List.of());
      // Writes the list of tags first, so that later writers know which entries may exist.
      Entry known = Entry.of(change, "~" + change.id().value(), title).with(tags, Stream.of());
      Optional<Entry> written = put(known);
      if (written.isPresent()) {
        tags.stream().distinct().forEach(tag -> put(Entry.of(change, tag, title)));
        written.get().old().forEach(tag -> put(Entry.of(change, tag, Optional.empty())));
      }
    }

    /** Replaces an older entry; returns empty if there is a newer one. */
    private Optional<Entry> put(Entry entry) {
      PartitionKey key = new PartitionKey(entry.tag());
      CosmosItemRequestOptions options = new CosmosItemRequestOptions();
      boolean exists = false;
      while (true) {
        try {
          if (!exists) {
            container.createItem(entry, key, options);
            return Optional.of(entry);
          }
          CosmosItemResponse<Entry> found = container.readItem(entry.id(), key, Entry.class);
          Entry before = found.getItem();
          if (before.version() > entry.version()) {
            return Optional.empty();
          }
          Stream<String> former = Stream.concat(before.tags().stream(), before.old().stream());
          Entry next = entry.with(entry.tags(), former);
          options.setIfMatchETag(found.getETag());
          container.replaceItem(next, entry.id(), key, options);
          return Optional.of(next);
        } catch (CosmosException e) {
          // It exists, or another host wrote it concurrently.
          if (!Set.of(404, 409, 412).contains(e.getStatusCode())) {
            throw e;
          }
          exists = e.getStatusCode() != 404;
        }
      }
    }

    /** Lists the titles of the posts with a tag, with one query in one logical partition. */
    List<String> titles(String tag) {
      CosmosQueryRequestOptions ofTag =
          new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(tag));
      String query = "SELECT * FROM c WHERE IS_STRING(c.title) ORDER BY c.title";
      return container.queryItems(query, ofTag, Entry.class).stream()
          .map(entry -> String.valueOf(entry.title()))
          .toList();
    }
  }

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase database = Endpoint.of(emulator).connect("blog", "tags").provision()) {
      CosmosDatabase cosmos = database.unwrap(CosmosDatabase.class);
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      PostId first = post(blog, ann, "Records", List.of("java"));
      post(blog, ann, "The SDK", List.of("java", "cosmos"));
      post(blog, ann, "Partitions", List.of("cosmos"));
      ByTag byTag = ByTag.in(cosmos, "tags");
      List<String> java;
      List<String> later;
      try (BlogChangeFeed changeFeed = start(database, "tags", byTag)) {
        java = byTag.titles("java");
        blog.editPost(EditPost.of(first).property(PROPERTY, List.of("cosmos")));
        changeFeed.view("tags").awaitDrained(PATIENCE);
        later = byTag.titles("java");
      }
      ByTag anew =
          ByTag.in(cosmos, "tags-2"); // A view with another name starts from the beginning.
      start(database, "tags-2", anew).close();
      List<String> tagged = byTag.titles("cosmos");
      boolean same = tagged.equals(anew.titles("cosmos")) && later.equals(anew.titles("java"));
      screen.line("java: %s, then %s; cosmos: %s", java, later, tagged);
      screen.line("written to " + Results.write("tags", new Result(java, tagged, later, same)));
      return same;
    }
  }

  private static PostId post(BlogStore blog, User author, String title, List<String> tags) {
    CustomProperties properties = CustomProperties.of(Map.of(PROPERTY, tags));
    CreatePost post = CreatePost.of(author, title, "Content").properties(properties);
    return blog.createPost(post).value().id();
  }

  private static BlogChangeFeed start(BlogDatabase database, String name, BlogView view)
      throws InterruptedException {
    BlogChangeFeed changeFeed = BlogChangeFeed.builder(database).view(name, view).build();
    changeFeed.start();
    changeFeed.view(name).awaitDrained(PATIENCE);
    return changeFeed;
  }
}
