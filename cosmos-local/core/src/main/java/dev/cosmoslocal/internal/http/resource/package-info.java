/**
 * The REST resources: one class for each address, such as {@link
 * dev.cosmoslocal.internal.http.resource.ItemResource}.
 */
@NullMarked
package dev.cosmoslocal.internal.http.resource;

import org.jspecify.annotations.NullMarked;
