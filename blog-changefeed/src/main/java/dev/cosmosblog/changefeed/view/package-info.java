/**
 * Custom views: code of the application that the change feed calls with what was published,
 * changed, hidden or deleted. Enter at {@link dev.cosmosblog.changefeed.view.BlogView}.
 */
@NullMarked
package dev.cosmosblog.changefeed.view;

import org.jspecify.annotations.NullMarked;
