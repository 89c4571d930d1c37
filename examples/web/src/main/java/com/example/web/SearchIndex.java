package com.example.web;

import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.springframework.stereotype.Component;

/** A full-text index of the published posts, in memory: a custom view of the change feed. */
@Component
final class SearchIndex implements BlogView, AutoCloseable {
  private static final int MAX_HITS = 10;

  private final StandardAnalyzer analyzer = new StandardAnalyzer();
  private final IndexWriter writer;

  // Includes deleted posts, because an older change may be redelivered. Guarded by this.
  private final Map<PostId, Long> versions = new HashMap<>();

  SearchIndex() throws IOException {
    writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig(analyzer));
  }

  /** Synchronized, because all hosts of this process update one index. */
  @Override
  public synchronized void onPosts(List<PostChange> changes) {
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

  /** Returns the ten posts at most that contain all words, the best match first. */
  List<PostId> find(String words) throws IOException {
    List<PostId> found = new ArrayList<>();
    Query query = new QueryBuilder(analyzer).createBooleanQuery("text", words, Occur.MUST);
    if (query == null) { // The text contains no word.
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

  /** Returns the number of posts in the index. */
  int size() {
    return writer.getDocStats().numDocs;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
