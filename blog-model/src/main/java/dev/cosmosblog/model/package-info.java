/**
 * The blog's values: users, posts, comments and likes, and their ids. Enter at {@link
 * dev.cosmosblog.model.Post} or {@link dev.cosmosblog.model.User}; each value is validated when it
 * is made, and what is wrong with it is an {@link dev.cosmosblog.model.InvalidInputException}. The
 * JSON shapes that are stored stand in {@link dev.cosmosblog.model.item}.
 */
@NullMarked
package dev.cosmosblog.model;

import org.jspecify.annotations.NullMarked;
