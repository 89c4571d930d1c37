/**
 * Containers: their settings, their items and their scripts. Enter at {@link
 * dev.cosmoslocal.internal.engine.container.Container}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.container;

import org.jspecify.annotations.NullMarked;
