/**
 * The parts of all resources of an account: ids, entity tags, JSON, stored documents, and the
 * errors of the service. Enter at {@link dev.cosmoslocal.internal.engine.resource.AccountContext}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.resource;

import org.jspecify.annotations.NullMarked;
