package dev.cosmoslocal.internal.engine.operation;

import dev.cosmoslocal.internal.engine.item.Item;
import java.util.Optional;

/**
 * The result of an operation.
 *
 * @param status the HTTP status
 * @param item the item as it is now, empty if it is gone; not sent with 304
 */
public record ItemResult(int status, Optional<Item> item, double charge) {}
