/** An account in the process. */
@NullMarked
package dev.cosmosblog.local;

import org.jspecify.annotations.NullMarked;
