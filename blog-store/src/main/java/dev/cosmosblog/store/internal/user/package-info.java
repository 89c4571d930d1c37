/** The container of users, with their reserved names and copies of posts; a user's erasure. */
@NullMarked
package dev.cosmosblog.store.internal.user;

import org.jspecify.annotations.NullMarked;
