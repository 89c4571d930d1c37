/**
 * The parts of all resources of an account: ids, entity tags, JSON, stored documents, and the
 * errors of the service. Enter at {@link
 * dev.cosmosblog.local.internal.engine.resource.AccountContext}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.resource;

import org.jspecify.annotations.NullMarked;
