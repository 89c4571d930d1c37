/** Micrometer observations and meters of the blog's store and change feed. */
@NullMarked
package dev.cosmosblog.micrometer;

import org.jspecify.annotations.NullMarked;
