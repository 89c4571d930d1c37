package com.example.web;

import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.QueryBuilder;
import org.springframework.stereotype.Component;

/** A full-text index of the published posts, in memory: a custom view of the change feed. */
@Component
final class SearchIndex implements BlogView, AutoCloseable {
  private static final String TEXT = "text";
  private static final int MAX_HITS = 10;
  private static final int MAX_EDITS = 2;

  /** The length of a passage, and of its part before the first found word. */
  private static final int PASSAGE = 240;

  private static final int BEFORE = 60;

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
    document.add(new TextField(TEXT, post.title() + "\n" + post.content(), Store.NO));
    writer.updateDocument(id, document);
  }

  /** Returns the ten posts at most that contain all or some words, the best match first. */
  List<PostId> find(String words, Occur each) throws IOException {
    List<PostId> found = new ArrayList<>();
    Query query = new QueryBuilder(analyzer).createBooleanQuery(TEXT, words, each);
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

  /** Replaces words that no post contains by the most similar words of the index. */
  String correct(String words) throws IOException {
    StringBuilder corrected = new StringBuilder();
    int end = 0;
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      Terms terms = MultiTerms.getTerms(reader, TEXT);
      for (Word word : words(words)) {
        Term term = new Term(TEXT, word.term());
        boolean isKnown = terms == null || reader.docFreq(term) > 0;
        String replaced = words.substring(word.start(), word.end());
        corrected
            .append(words, end, word.start())
            .append(isKnown ? replaced : mostSimilar(terms, term).orElse(replaced));
        end = word.end();
      }
    }
    return corrected.append(words.substring(end)).toString();
  }

  private static Optional<String> mostSimilar(Terms terms, Term term) throws IOException {
    Optional<String> best = Optional.empty();
    float similarity = 0;
    int posts = 0;
    // The first letter must be the same.
    FuzzyTermsEnum near = new FuzzyTermsEnum(terms, term, MAX_EDITS, 1, true);
    for (BytesRef next = near.next(); next != null; next = near.next()) {
      boolean isAsSimilar = near.getBoost() == similarity;
      if (near.getBoost() > similarity || isAsSimilar && near.docFreq() > posts) {
        similarity = near.getBoost();
        posts = near.docFreq();
        best = Optional.of(next.utf8ToString());
      }
    }
    return best;
  }

  /** A part of a text; found if it is one of the words that were searched. */
  record Part(String text, boolean found) {}

  /** Splits a text into the words that were searched and the text between them. */
  List<Part> mark(String text, String words) throws IOException {
    Set<String> searched = words(words).stream().map(Word::term).collect(Collectors.toSet());
    List<Part> parts = new ArrayList<>();
    int end = 0;
    for (Word word : words(text)) {
      if (searched.contains(word.term())) {
        parts.add(new Part(text.substring(end, word.start()), false));
        parts.add(new Part(text.substring(word.start(), word.end()), true));
        end = word.end();
      }
    }
    parts.add(new Part(text.substring(end), false));
    return parts;
  }

  /** Returns the passage of a text around the first word that was searched, or its beginning. */
  List<Part> passage(String content, String words) throws IOException {
    String text = content.strip().replaceAll("\\s+", " ");
    List<Part> parts = mark(text, words);
    int first = parts.size() == 1 ? 0 : parts.get(0).text().length();
    BreakIterator boundaries = BreakIterator.getWordInstance(Locale.ROOT);
    boundaries.setText(text);
    int from = first <= BEFORE ? 0 : boundaries.following(first - BEFORE);
    int to = text.length() <= from + PASSAGE ? text.length() : boundaries.preceding(from + PASSAGE);
    String passage = text.substring(from, to).strip();
    return mark((from > 0 ? "… " : "") + passage + (to < text.length() ? " …" : ""), words);
  }

  /** A word of a text as the index has it, and its position. */
  private record Word(String term, int start, int end) {}

  private List<Word> words(String text) throws IOException {
    List<Word> words = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream(TEXT, text)) {
      CharTermAttribute term = tokens.getAttribute(CharTermAttribute.class);
      OffsetAttribute offset = tokens.getAttribute(OffsetAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        words.add(new Word(term.toString(), offset.startOffset(), offset.endOffset()));
      }
      tokens.end();
    }
    return words;
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
