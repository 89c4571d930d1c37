/** The example {@code account}: an account for other processes to try things on. */
@NullMarked
package dev.cosmosblog.examples.account;

import org.jspecify.annotations.NullMarked;
