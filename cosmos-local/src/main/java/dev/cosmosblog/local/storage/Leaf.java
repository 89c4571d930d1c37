package dev.cosmosblog.local.storage;

import java.util.Arrays;

/** The lowest node of a tree: blocks, each of which has the keys from its first one up to the next block's. */
final class Leaf extends Tree {
  /** One block without entries. */
  static final Leaf EMPTY = new Leaf(new byte[][] {Block.EMPTY});

  private static final byte[][] NONE = {};

  private final byte[][] blocks;

  private Leaf(byte[][] blocks) {
    this.blocks = blocks;
  }

  @Override
  int blocks() {
    return blocks.length;
  }

  byte[] at(int index) {
    return blocks[index];
  }

  @Override
  byte[] first() {
    return Block.first(blocks[0]);
  }

  @Override
  byte[] block(byte[] key) {
    return blocks[before(key)];
  }

  @Override
  int before(byte[] key) {
    int low = 1;
    int high = blocks.length;
    while (low < high) {
      int middle = low + high >>> 1;
      if (Block.beginsAfter(blocks[middle], key)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low - 1;
  }

  @Override
  Tree[] put(byte[] key, byte[] value) {
    int at = before(key);
    byte[] block = Block.put(blocks[at], key, value);
    if (block.length <= Block.MOST) {
      return new Tree[] {new Leaf(with(blocks, at, block))};
    }
    byte[][] next = splice(blocks, at, BlockSplit.pieces(block, key));
    if (next.length <= MOST) {
      return new Tree[] {new Leaf(next)};
    }
    int cut = cut(next.length, at);
    return new Tree[] {
      new Leaf(Arrays.copyOf(next, cut)), new Leaf(Arrays.copyOfRange(next, cut, next.length))
    };
  }

  @Override
  Tree remove(byte[] key) {
    int at = before(key);
    byte[] before = blocks[at];
    byte[] after = Block.remove(before, key);
    if (after == before) {
      return this;
    }
    if (after.length == 0) {
      return blocks.length == 1 ? EMPTY : new Leaf(splice(blocks, at, NONE));
    }
    boolean joined =
        after.length < Block.FEW
            && at + 1 < blocks.length
            && after.length + blocks[at + 1].length <= Block.MOST - Block.FEW;
    return joined
        ? new Leaf(with(splice(blocks, at, NONE), at, Block.join(after, blocks[at + 1])))
        : new Leaf(with(blocks, at, after));
  }
}
