/**
 * The example {@code import-ldbc}: a data set of the LDBC Social Network Benchmark becomes a blog.
 * Enter at {@link dev.cosmosblog.examples.ldbc.ImportLdbc}.
 *
 * <p>It is a tool more than an example, and has a class for each part of its work: reading the
 * files ({@code SnbFiles}, {@code RowReader}, {@code Row}), turning rows into commands ({@code
 * Addition}, {@code ReplyChains}), sending them ({@code Loader}, {@code LiveTraffic}) and writing
 * what the queries answer ({@code Dump}). Only {@code Addition} and {@code Dump} call the library.
 */
@NullMarked
package dev.cosmosblog.examples.ldbc;

import org.jspecify.annotations.NullMarked;
