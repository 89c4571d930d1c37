/**
 * How the examples reach a blog: an endpoint, the clients for it, and the work that they do on it
 * at once. Enter at {@link dev.cosmosblog.examples.blog.Endpoint}.
 */
@NullMarked
package dev.cosmosblog.examples.blog;

import org.jspecify.annotations.NullMarked;
