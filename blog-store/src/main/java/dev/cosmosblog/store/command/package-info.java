/**
 * The commands of {@link dev.cosmosblog.store.BlogCommands} as values, with what is less common
 * about them: ids, dates and the kind of erasure; and their result.
 *
 * <p>A command checks itself on construction. It throws an {@link
 * dev.cosmosblog.model.InvalidTextException} if a text is missing, not well-formed or too long, an
 * {@link dev.cosmosblog.model.ItemTooLargeException} if its texts together take more than 2 MB, an
 * {@link dev.cosmosblog.model.InvalidUsernameException} if a name cannot be a username, and an
 * {@link dev.cosmosblog.model.InvalidCreationDateException} if a date cannot be stored.
 */
@NullMarked
package dev.cosmosblog.store.command;

import org.jspecify.annotations.NullMarked;
