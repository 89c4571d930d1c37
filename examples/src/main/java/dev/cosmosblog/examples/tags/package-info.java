/** The example {@code tags}: posts by tag, in a container of the host's own. */
@NullMarked
package dev.cosmosblog.examples.tags;

import org.jspecify.annotations.NullMarked;
