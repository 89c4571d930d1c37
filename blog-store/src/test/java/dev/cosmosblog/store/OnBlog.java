package dev.cosmosblog.store;

/** Tests that need a blog. */
interface OnBlog {
  /** The blog of all tests of a class. Each test uses separate users and posts. */
  Blog blog();
}
