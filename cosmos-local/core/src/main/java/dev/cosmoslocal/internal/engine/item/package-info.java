/**
 * Items as a partition stores them: JSON, entity tag, time stamp, time to live. Enter at {@link
 * dev.cosmoslocal.internal.engine.item.Item}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.item;

import org.jspecify.annotations.NullMarked;
