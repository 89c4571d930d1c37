/**
 * Queries over the items of containers: access paths through indexes, pages, plans. Enter at {@link
 * dev.cosmoslocal.internal.engine.query.ContainerQueries}. The query language itself is another
 * package's.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.query;

import org.jspecify.annotations.NullMarked;
