/**
 * One {@link dev.cosmosblog.store.observe.OperationReport} for each operation. Enter at {@link
 * dev.cosmosblog.store.observe.OperationListener}.
 */
@NullMarked
package dev.cosmosblog.store.observe;

import org.jspecify.annotations.NullMarked;
