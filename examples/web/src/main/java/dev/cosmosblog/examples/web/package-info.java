/**
 * The example {@code web}: a blog in the browser, and beside it what each click costs, how far the
 * copies are behind, and buttons that make life hard for them. Enter at {@link
 * dev.cosmosblog.examples.web.WebExample}.
 */
@NullMarked
package dev.cosmosblog.examples.web;

import org.jspecify.annotations.NullMarked;
