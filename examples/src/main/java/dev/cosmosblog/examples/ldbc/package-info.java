/**
 * The example {@code import-ldbc}: a data set of the LDBC Social Network Benchmark becomes a blog.
 * Enter at {@link dev.cosmosblog.examples.ldbc.ImportLdbc}.
 */
@NullMarked
package dev.cosmosblog.examples.ldbc;

import org.jspecify.annotations.NullMarked;
