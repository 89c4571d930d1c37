/**
 * Containers: their settings, their items and their scripts. Enter at {@link
 * dev.cosmosblog.local.internal.engine.container.Container}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.container;

import org.jspecify.annotations.NullMarked;
