/** The erasure of users with everything that they wrote. */
@NullMarked
package dev.cosmosblog.store.internal.erasure;

import org.jspecify.annotations.NullMarked;
