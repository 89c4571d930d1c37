package dev.cosmosblog.local.storage;

import java.util.Arrays;

/** A node above others. */
final class Branch extends Tree {
  private static final Tree[] NO_CHILDREN = {};
  private static final byte[][] NO_BOUNDS = {};

  private final Tree[] children;

  /** From the second on: no key of that child is less, and none of the children before is as great. */
  private final byte[][] bounds;

  private final int blocks;

  private Branch(Tree[] children, byte[][] bounds) {
    this(children, bounds, Arrays.stream(children).mapToInt(Tree::blocks).sum());
  }

  private Branch(Tree[] children, byte[][] bounds, int blocks) {
    this.children = children;
    this.bounds = bounds;
    this.blocks = blocks;
  }

  /** A node above some that follow each other; itself, if there is one only. */
  static Tree above(Tree[] children) {
    return children.length == 1
        ? children[0]
        : new Branch(children, Arrays.stream(children).map(Tree::first).toArray(byte[][]::new));
  }

  int children() {
    return children.length;
  }

  Tree child(int index) {
    return children[index];
  }

  @Override
  int blocks() {
    return blocks;
  }

  @Override
  byte[] first() {
    return children[0].first();
  }

  /** Which child has a key, if any has. */
  int indexOf(byte[] key) {
    int low = 1;
    int high = bounds.length;
    while (low < high) {
      int middle = low + high >>> 1;
      if (Arrays.compareUnsigned(bounds[middle], key) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low - 1;
  }

  @Override
  byte[] block(byte[] key) {
    return children[indexOf(key)].block(key);
  }

  @Override
  int before(byte[] key) {
    int at = indexOf(key);
    int before = children[at].before(key);
    for (int i = 0; i < at; i++) {
      before += children[i].blocks();
    }
    return before;
  }

  @Override
  Tree[] put(byte[] key, byte[] value) {
    int at = indexOf(key);
    Tree[] next = children[at].put(key, value);
    if (next.length == 1) {
      int more = next[0].blocks() - children[at].blocks();
      return new Tree[] {new Branch(with(children, at, next[0]), bounds, blocks + more)};
    }
    Tree[] all = splice(children, at, next);
    byte[][] from = splice(bounds, at, new byte[][] {bounds[at], next[1].first()});
    if (all.length <= MOST) {
      return new Tree[] {new Branch(all, from)};
    }
    int cut = cut(all.length, at);
    return new Tree[] {
      new Branch(Arrays.copyOf(all, cut), Arrays.copyOf(from, cut)),
      new Branch(
          Arrays.copyOfRange(all, cut, all.length), Arrays.copyOfRange(from, cut, from.length))
    };
  }

  @Override
  Tree remove(byte[] key) {
    int at = indexOf(key);
    Tree next = children[at].remove(key);
    if (next == children[at]) {
      return this;
    }
    if (next != Leaf.EMPTY) {
      return new Branch(with(children, at, next), bounds);
    }
    Tree[] rest = splice(children, at, NO_CHILDREN);
    return switch (rest.length) {
      case 0 -> Leaf.EMPTY;
      case 1 -> rest[0];
      default -> new Branch(rest, splice(bounds, at, NO_BOUNDS));
    };
  }
}
