/**
 * Micrometer observations and meters of the blog's store and change feed. Start at {@link
 * dev.cosmosblog.micrometer.BlogMetrics}; {@link dev.cosmosblog.micrometer.BlogMetric} lists them.
 */
@NullMarked
package dev.cosmosblog.micrometer;

import org.jspecify.annotations.NullMarked;
