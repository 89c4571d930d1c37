/**
 * The container of users: users and their reserved names, the names that posts, comments and likes
 * carry, and the erasure of a user with everything that the user wrote.
 */
@NullMarked
package dev.cosmosblog.store.internal.user;

import org.jspecify.annotations.NullMarked;
