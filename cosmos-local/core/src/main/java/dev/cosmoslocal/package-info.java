/** The in-process emulator. */
@NullMarked
package dev.cosmoslocal;

import org.jspecify.annotations.NullMarked;
