/** The front page: one item with the newest posts in short form, and the changes that keep it. */
@NullMarked
package dev.cosmosblog.store.internal.frontpage;

import org.jspecify.annotations.NullMarked;
