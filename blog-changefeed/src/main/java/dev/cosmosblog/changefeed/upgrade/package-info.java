/**
 * Brings a database that another program made into this library's form, and makes views anew, both
 * beside live traffic and within a budget. Enter at {@link
 * dev.cosmosblog.changefeed.upgrade.BlogUpgrade} and {@link
 * dev.cosmosblog.changefeed.upgrade.ViewRebuild}.
 */
@NullMarked
package dev.cosmosblog.changefeed.upgrade;

import org.jspecify.annotations.NullMarked;
