/**
 * Request units: the model of what the service charges. Enter at {@link
 * dev.cosmoslocal.internal.engine.cost.RequestUnits}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.cost;

import org.jspecify.annotations.NullMarked;
