package dev.cosmosblog.store;

/** Tests that need a blog. */
interface OnBlog {
  /** The blog of all tests of a class; a test keeps to users and posts of its own. */
  Blog blog();
}
