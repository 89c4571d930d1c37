package dev.cosmosblog.local.storage;

/**
 * Keys in the order of their unsigned bytes, with values, in memory. One thread at a time may write; a {@link
 * #view} may be read by any thread, at any time.
 *
 * <p>Entries lie in blocks of about half a KB, each written anew when one of its entries changes: a put or a remove takes
 * about a microsecond, however many entries there are. An entry takes the bytes of its value and those by which its key
 * differs from the key before, and four or five more.
 */
public final class SortedBytes {
  // Touched by the writing thread only.
  private Tree root = Leaf.EMPTY;

  /** No entries. */
  public SortedBytes() {}

  /**
   * The entries as they are now, for ever.
   *
   * @return a view that no later write changes
   */
  public SortedView view() {
    return new SortedView(root);
  }

  /**
   * Adds an entry, or gives an entry another value.
   *
   * @param key the key
   * @param value the value
   */
  public void put(byte[] key, byte[] value) {
    root = Branch.above(root.put(key, value));
  }

  /**
   * Takes an entry out, if it is there.
   *
   * @param key the key
   */
  public void remove(byte[] key) {
    root = root.remove(key);
  }
}
