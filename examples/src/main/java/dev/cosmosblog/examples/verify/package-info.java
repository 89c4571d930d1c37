/** The example {@code verify}: finds what has drifted in a blog, and mends it. */
@NullMarked
package dev.cosmosblog.examples.verify;

import org.jspecify.annotations.NullMarked;
