/**
 * The commands of {@link dev.cosmosblog.store.BlogCommands} as values, with what is less common
 * about them: ids, dates and the kind of erasure; and their result. Every method that returns a
 * command checks it as the constructor does.
 */
@NullMarked
package dev.cosmosblog.store.command;

import org.jspecify.annotations.NullMarked;
