/**
 * Brings a database that another program made into this library's form, and makes views anew, both
 * beside live traffic and within a budget. Enter at {@link
 * dev.cosmosblog.maintenance.upgrade.BlogUpgrade} and {@link
 * dev.cosmosblog.maintenance.upgrade.ViewRebuild}.
 */
@NullMarked
package dev.cosmosblog.maintenance.upgrade;

import org.jspecify.annotations.NullMarked;
