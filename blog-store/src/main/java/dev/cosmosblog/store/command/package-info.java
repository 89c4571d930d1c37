/**
 * The commands of {@link dev.cosmosblog.store.BlogCommands} with all their options, and their
 * result.
 *
 * <p>A command checks its arguments on construction, and throws an {@link
 * dev.cosmosblog.model.InvalidInputException} for an id, text, username, property or date that is
 * invalid.
 */
@NullMarked
package dev.cosmosblog.store.command;

import org.jspecify.annotations.NullMarked;
