/**
 * The stored JSON shapes, with the property names of Microsoft's article "How to model and
 * partition data on Azure Cosmos DB using a real-world example". Reading tolerates the items of
 * other writers: unknown properties are ignored, and missing ones take a default. A method that
 * converts an item with a missing or invalid id, or an invalid date, throws a {@link
 * dev.cosmosblog.model.MalformedItemException}. Enter at {@link
 * dev.cosmosblog.model.item.PostItem}.
 */
@NullMarked
package dev.cosmosblog.model.item;

import org.jspecify.annotations.NullMarked;
