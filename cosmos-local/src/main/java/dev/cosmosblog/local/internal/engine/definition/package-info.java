/**
 * The settings of containers: what a client may send, and the service's defaults. Enter at {@link
 * dev.cosmosblog.local.internal.engine.definition.ContainerDefinition}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.definition;

import org.jspecify.annotations.NullMarked;
