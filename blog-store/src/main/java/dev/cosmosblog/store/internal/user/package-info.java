/**
 * The container of users: users, reserved usernames, and the names that posts, comments and likes
 * carry.
 */
@NullMarked
package dev.cosmosblog.store.internal.user;

import org.jspecify.annotations.NullMarked;
