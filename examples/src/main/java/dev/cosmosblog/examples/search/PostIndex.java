package dev.cosmosblog.examples.search;

import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
 * An in-memory full-text index of published posts. A change feed calls a view from one thread at a
 * time. The index is thread-safe, because several hosts in one process may update it.
 */
public final class PostIndex implements BlogView, AutoCloseable {
  private static final int MAX_HITS = 10;

  /** A day less than tombstones of deleted posts are stored, after which ids may be reused. */
  private static final Duration GONE_REMEMBERED = Duration.ofDays(6);

  private final StandardAnalyzer analyzer = new StandardAnalyzer();
  private final IndexWriter writer;

  private final Clock clock;

  // Includes removed posts, because a redelivered change may be older.
  // Guarded by this.
  private final Map<PostId, Long> versions = new HashMap<>();

  // When posts were removed, oldest first. Guarded by this.
  private final Map<PostId, Instant> gone = new LinkedHashMap<>();

  /**
   * Creates an index without posts.
   *
   * @param clock measures how long posts are gone
   */
  public PostIndex(Clock clock) throws IOException {
    this.clock = clock;
    writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig(analyzer));
  }

  @Override
  public synchronized void onPosts(List<PostChange> changes) {
    forgetGone();
    try {
      for (PostChange change : changes) {
        if (change.version() >= versions.getOrDefault(change.id(), 0L)) {
          put(new Term("id", change.id().value()), change);
          versions.put(change.id(), change.version());
        }
      }
      writer.commit();
    } catch (IOException e) {
      // The change feed redelivers these changes.
      throw new UncheckedIOException(e);
    }
  }

  private void forgetGone() {
    Instant old = clock.instant().minus(GONE_REMEMBERED);
    Iterator<Map.Entry<PostId, Instant>> first = gone.entrySet().iterator();
    while (first.hasNext()) {
      Map.Entry<PostId, Instant> post = first.next();
      if (post.getValue().isAfter(old)) {
        return;
      }
      versions.remove(post.getKey());
      first.remove();
    }
  }

  private void put(Term id, PostChange change) throws IOException {
    gone.remove(change.id());
    if (change.post().isEmpty()) { // It is deleted or hidden, or its author is erased.
      gone.put(change.id(), clock.instant());
      writer.deleteDocuments(id);
      return;
    }
    Post post = change.post().get();
    Document document = new Document();
    document.add(new StringField(id.field(), id.text(), Store.YES));
    document.add(new TextField("text", post.title() + "\n" + post.content(), Store.NO));
    writer.updateDocument(id, document);
  }

  /**
   * Finds posts by their words.
   *
   * @param words any text; without a word in it, nothing is found
   * @return the posts that have all of the words, the best match first, and ten at most
   */
  public List<PostId> find(String words) throws IOException {
    Query query = new QueryBuilder(analyzer).createBooleanQuery("text", words, Occur.MUST);
    List<PostId> found = new ArrayList<>();
    if (query == null) {
      return found;
    }
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      for (ScoreDoc hit : searcher.search(query, MAX_HITS).scoreDocs) {
        found.add(PostId.of(searcher.storedFields().document(hit.doc).get("id")));
      }
    }
    return found;
  }

  /** {@return the number of posts in the index} */
  public int size() {
    return writer.getDocStats().numDocs;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
