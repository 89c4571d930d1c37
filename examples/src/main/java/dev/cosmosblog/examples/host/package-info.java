/** The example {@code host}: a process that runs the change feed and nothing else. */
@NullMarked
package dev.cosmosblog.examples.host;

import org.jspecify.annotations.NullMarked;
