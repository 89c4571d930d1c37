/**
 * The blog's values: users, posts, comments and likes, and their ids. Enter at {@link
 * dev.cosmosblog.model.Post} or {@link dev.cosmosblog.model.User}; each value validates itself on
 * construction and throws an {@link dev.cosmosblog.model.InvalidInputException} that says what is
 * wrong. The stored JSON shapes are in {@link dev.cosmosblog.model.item}.
 */
@NullMarked
package dev.cosmosblog.model;

import org.jspecify.annotations.NullMarked;
