/**
 * The REST resources: one class for each address, such as {@link
 * dev.cosmosblog.local.internal.http.resource.ItemResource}.
 */
@NullMarked
package dev.cosmosblog.local.internal.http.resource;

import org.jspecify.annotations.NullMarked;
