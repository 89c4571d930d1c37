package dev.cosmosblog.examples.search;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.EraseUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;

/**
 * Searches the texts of a blog's posts with Apache Lucene. Each host has the whole index in its
 * process, and fills it from the beginning at each start: that is how it is rebuilt, too.
 */
public final class Search implements Example {
  private static final String VIEW = "search";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int MOST_HITS = 10;

  /** The content of {@code search.json}: the titles that were found, each time. */
  record Result(
      String words,
      List<String> found,
      List<String> afterAnErasure,
      List<String> afterARebuild,
      int postsInIndex) {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Search(), words);
  }

  /** An index in memory. The change feed calls the view from one thread at a time. */
  static final class PostIndex implements BlogView, AutoCloseable {
    private final StandardAnalyzer analyzer = new StandardAnalyzer();
    private final IndexWriter writer;

    /** Of each post, deleted ones included: a change that comes again may be an older one. */
    private final Map<PostId, Long> versions = new HashMap<>();

    PostIndex() throws IOException {
      writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig(analyzer));
    }

    @Override
    public void onPosts(List<PostChange> changes) {
      try {
        for (PostChange change : changes) {
          if (change.version() >= versions.getOrDefault(change.id(), 0L)) {
            put(new Term("id", change.id().value()), change);
            versions.put(change.id(), change.version());
          }
        }
        writer.commit();
      } catch (IOException e) {
        // The same changes come again.
        throw new UncheckedIOException(e);
      }
    }

    private void put(Term id, PostChange change) throws IOException {
      if (change.post().isEmpty()) { // It is deleted or hidden, or its author is erased.
        writer.deleteDocuments(id);
        return;
      }
      Post post = change.post().get();
      Document document = new Document();
      document.add(new StringField(id.field(), id.text(), Store.YES));
      document.add(new TextField("text", post.title() + "\n" + post.content(), Store.NO));
      writer.updateDocument(id, document);
    }

    /** Finds the posts that have all words, the best match first. */
    List<PostId> find(String words) throws IOException {
      Query query = new QueryBuilder(analyzer).createBooleanQuery("text", words, Occur.MUST);
      List<PostId> found = new ArrayList<>();
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (ScoreDoc hit : searcher.search(query, MOST_HITS).scoreDocs) {
          found.add(PostId.of(searcher.storedFields().document(hit.doc).get("id")));
        }
      }
      return found;
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "search",
        "keeps a full-text index of the posts, and searches it",
        new Option("words", "TEXT", "the words to search for; by default 'partition key'"));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    String words = arguments.option("words").orElse("partition key");
    try (LocalCosmos account = LocalCosmos.start();
        BlogDatabase database = Endpoint.of(account).connect("blog", "search").provision()) {
      BlogStore blog = BlogStore.on(database);
      User ann = writePosts(blog);
      List<String> found;
      List<String> afterErasure;
      try (PostIndex index = new PostIndex();
          BlogChangeFeed changeFeed = start(database, index)) {
        found = search("at first", words, index, blog, screen);
        blog.eraseUser(EraseUser.remove(ann.id()));
        changeFeed.view(VIEW).awaitDrained(PATIENCE);
        afterErasure = search("after Ann is erased", words, index, blog, screen);
      }
      try (PostIndex index = new PostIndex();
          BlogChangeFeed rebuilt = start(database, index)) {
        List<String> again = search("after a restart", words, index, blog, screen);
        int size = index.writer.getDocStats().numDocs;
        Result result = new Result(words, found, afterErasure, again, size);
        screen.line("written to " + Results.write("search", result));
        boolean isHealthy = rebuilt.view(VIEW).health().problem().isEmpty();
        return isHealthy && again.equals(afterErasure) ? 0 : FAILED;
      }
    }
  }

  /** Starts a change feed with the view, and waits until the index has every post. */
  private static BlogChangeFeed start(BlogDatabase database, PostIndex index)
      throws InterruptedException {
    BlogChangeFeed changeFeed =
        BlogChangeFeed.builder(database)
            .pollInterval(Duration.ofMillis(100))
            .view(VIEW, index, ViewConfig.DEFAULT.onEveryHost())
            .build();
    changeFeed.start();
    changeFeed.view(VIEW).awaitDrained(PATIENCE);
    return changeFeed;
  }

  private static User writePosts(BlogStore blog) {
    User ann = blog.createUser("Ann").value();
    User ben = blog.createUser("Ben").value();
    blog.createPost(ann, "Choosing a partition key", "A good key spreads what is written.");
    blog.createPost(ann, "Counting likes", "Each like and its count are one transaction.");
    blog.createPost(ben, "One query, one partition", "It has the key of what it asks for.");
    blog.createPost(ben, "What a point read costs", "One request unit for a kilobyte.");
    return ann;
  }

  private static List<String> search(
      String when, String words, PostIndex index, BlogStore blog, Screen screen)
      throws IOException {
    List<String> titles = new ArrayList<>();
    for (PostId id : index.find(words)) {
      blog.findPost(id).map(Post::title).ifPresent(titles::add);
    }
    screen.line("'%s' %s: %s".formatted(words, when, titles));
    return titles;
  }
}
