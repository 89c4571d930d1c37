/**
 * The JSON shapes that are stored, with the property names of Microsoft's article "How to model and
 * partition data on Azure Cosmos DB using a real-world example". Reading tolerates what other
 * writers leave: unknown properties are ignored, missing ones take a default, and only an item
 * whose ids can't be told is a {@link dev.cosmosblog.model.MalformedItemException}.
 */
@NullMarked
package dev.cosmosblog.model.item;

import org.jspecify.annotations.NullMarked;
