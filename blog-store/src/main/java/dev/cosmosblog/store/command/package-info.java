/**
 * The commands of {@link dev.cosmosblog.store.BlogCommands} as values, with what is less common
 * about them: ids, dates and the kind of erasure; and their result.
 *
 * <p>A command checks its arguments on construction, and throws an {@link
 * dev.cosmosblog.model.InvalidInputException} for an id, text, username, property or date that
 * cannot be stored.
 */
@NullMarked
package dev.cosmosblog.store.command;

import org.jspecify.annotations.NullMarked;
