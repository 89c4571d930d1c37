/**
 * Operations on items: create, upsert, replace, read, delete, patch, and transactional batches.
 * Enter at {@link dev.cosmoslocal.internal.engine.operation.ItemOperation}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.operation;

import org.jspecify.annotations.NullMarked;
