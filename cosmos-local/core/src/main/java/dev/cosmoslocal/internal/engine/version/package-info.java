/**
 * All versions and deletes of a container's items, for as long as its change feed policy retains
 * them. Enter at {@link dev.cosmoslocal.internal.engine.version.VersionLog}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.version;

import org.jspecify.annotations.NullMarked;
