/** One {@link dev.cosmosblog.store.observe.OperationReport} for each operation. */
@NullMarked
package dev.cosmosblog.store.observe;

import org.jspecify.annotations.NullMarked;
