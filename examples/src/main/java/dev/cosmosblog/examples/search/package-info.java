/** The example {@code search}: a full-text index in the process, fed by the change feed. */
@NullMarked
package dev.cosmosblog.examples.search;

import org.jspecify.annotations.NullMarked;
