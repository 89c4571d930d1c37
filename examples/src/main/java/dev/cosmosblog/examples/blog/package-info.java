/**
 * How the examples reach a blog: an endpoint, the clients for it, and the work that they do on it
 * at once. Enter at {@link dev.cosmosblog.examples.blog.Endpoint}.
 *
 * <p>{@code Endpoint} is all that most examples use: it makes a {@code BlogDatabase} of the options
 * {@code --endpoint} and {@code --key}. The rest is for programs that load and check whole blogs,
 * most of them in the module {@code benchmarks}. An application needs none of it.
 */
@NullMarked
package dev.cosmosblog.examples.blog;

import org.jspecify.annotations.NullMarked;
