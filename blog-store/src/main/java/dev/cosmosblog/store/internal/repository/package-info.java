/**
 * The containers of users, posts and the front page, each with its commands, lists and copies, and
 * the erasure of users from all three.
 */
@NullMarked
package dev.cosmosblog.store.internal.repository;

import org.jspecify.annotations.NullMarked;
