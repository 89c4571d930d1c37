/** The progress of partitions that sessions have seen. */
@NullMarked
package dev.cosmosblog.store.internal.session;

import org.jspecify.annotations.NullMarked;
