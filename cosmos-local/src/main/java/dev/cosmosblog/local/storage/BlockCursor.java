package dev.cosmosblog.local.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Goes through the blocks of a tree, from the one that has a key on, in their order or against it. */
final class BlockCursor {
  private record Turn(Branch branch, int child) {}

  private final int step;
  private final Deque<Turn> way = new ArrayDeque<>(4);
  private Leaf leaf;
  private int next;

  private BlockCursor(Tree root, byte[] key, int step) {
    this.step = step;
    Tree tree = root;
    while (tree instanceof Branch branch) {
      int child = branch.indexOf(key);
      way.push(new Turn(branch, child));
      tree = branch.child(child);
    }
    leaf = (Leaf) tree;
    next = leaf.before(key);
  }

  static BlockCursor forward(Tree root, byte[] key) {
    return new BlockCursor(root, key, 1);
  }

  static BlockCursor backward(Tree root, byte[] key) {
    return new BlockCursor(root, key, -1);
  }

  /** Null when there is none left. */
  byte @Nullable [] next() {
    if ((next < 0 || next == leaf.blocks()) && !turn()) {
      return null;
    }
    byte[] block = leaf.at(next);
    next += step;
    return block;
  }

  private boolean turn() {
    while (!way.isEmpty()) {
      Turn last = way.pop();
      int child = last.child + step;
      if (child >= 0 && child < last.branch.children()) {
        way.push(new Turn(last.branch, child));
        descend(last.branch.child(child));
        return true;
      }
    }
    return false;
  }

  private void descend(Tree to) {
    Tree tree = to;
    while (tree instanceof Branch branch) {
      int child = step > 0 ? 0 : branch.children() - 1;
      way.push(new Turn(branch, child));
      tree = branch.child(child);
    }
    leaf = (Leaf) tree;
    next = step > 0 ? 0 : leaf.blocks() - 1;
  }
}
