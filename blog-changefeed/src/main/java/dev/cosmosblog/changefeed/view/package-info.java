/**
 * Custom views: application code that the change feed calls with changed posts and users. Start
 * with {@link dev.cosmosblog.changefeed.view.BlogView}.
 */
@NullMarked
package dev.cosmosblog.changefeed.view;

import org.jspecify.annotations.NullMarked;
