/**
 * Request units: the model of what the service charges. Enter at {@link
 * dev.cosmosblog.local.internal.engine.cost.RequestUnits}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.cost;

import org.jspecify.annotations.NullMarked;
