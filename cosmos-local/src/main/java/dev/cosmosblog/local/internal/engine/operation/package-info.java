/**
 * Operations on items: create, upsert, replace, read, delete, patch, and transactional batches.
 * Enter at {@link dev.cosmosblog.local.internal.engine.operation.ItemOperation}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.operation;

import org.jspecify.annotations.NullMarked;
