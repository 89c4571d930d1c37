/**
 * The program {@code outages}: a change feed whose account stops and returns. Enter at {@link
 * dev.cosmosblog.simulation.outage.Outages}.
 */
@NullMarked
package dev.cosmosblog.simulation.outage;

import org.jspecify.annotations.NullMarked;
