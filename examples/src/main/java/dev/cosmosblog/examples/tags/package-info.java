/** The example {@code tags}: a custom view of posts by tag, in a container. */
@NullMarked
package dev.cosmosblog.examples.tags;

import org.jspecify.annotations.NullMarked;
