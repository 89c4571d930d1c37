package dev.cosmosblog.local.storage;

import java.util.Arrays;

/**
 * Blocks in the order of their keys, hung in nodes of up to 64. Never changed: a write gives a new node for each on the
 * way down to its block, and shares the others, so that a reader keeps what it has.
 */
abstract sealed class Tree permits Leaf, Branch {
  /** What a node may have beneath it. */
  static final int MOST = 64;

  /** How many blocks there are. */
  abstract int blocks();

  /** The least key, or one that was less when the node was made. */
  abstract byte[] first();

  /** The block that has a key, if any has. */
  abstract byte[] block(byte[] key);

  /** How many blocks lie before that one. */
  abstract int before(byte[] key);

  /** The same with an entry more, or with another value in it: one node, or two if it has grown too large. */
  abstract Tree[] put(byte[] key, byte[] value);

  /** The same without an entry; {@link Leaf#EMPTY} if there was no other, and this if there was none. */
  abstract Tree remove(byte[] key);

  /** The same parts with others in the place of one. */
  static <T> T[] splice(T[] all, int at, T[] others) {
    T[] next = Arrays.copyOf(all, all.length + others.length - 1);
    System.arraycopy(others, 0, next, at, others.length);
    System.arraycopy(all, at + 1, next, at + others.length, all.length - at - 1);
    return next;
  }

  /** The same parts with another in the place of one. */
  static <T> T[] with(T[] all, int at, T other) {
    T[] next = all.clone();
    next[at] = other;
    return next;
  }

  /** Where too many parts are cut in two: behind the last but one where they grow at their end, so that ascending keys leave full nodes. */
  static int cut(int parts, int written) {
    return written >= parts - 2 ? parts - 1 : parts / 2;
  }
}
