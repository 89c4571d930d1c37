/**
 * The settings of containers: what a client may send, and the service's defaults. Enter at {@link
 * dev.cosmoslocal.internal.engine.definition.ContainerDefinition}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.definition;

import org.jspecify.annotations.NullMarked;
