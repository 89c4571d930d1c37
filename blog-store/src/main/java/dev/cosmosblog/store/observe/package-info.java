/**
 * One {@link dev.cosmosblog.store.observe.OperationReport} for each operation. Start with {@link
 * dev.cosmosblog.store.observe.OperationListener}.
 */
@NullMarked
package dev.cosmosblog.store.observe;

import org.jspecify.annotations.NullMarked;
