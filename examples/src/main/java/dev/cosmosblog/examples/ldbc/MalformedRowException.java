package dev.cosmosblog.examples.ldbc;

/** A row that can't become part of a blog. */
final class MalformedRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedRowException(String reason) {
    super(reason);
  }
}
