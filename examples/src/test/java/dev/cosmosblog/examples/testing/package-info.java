/** What the tests of the examples share. */
@NullMarked
package dev.cosmosblog.examples.testing;

import org.jspecify.annotations.NullMarked;
