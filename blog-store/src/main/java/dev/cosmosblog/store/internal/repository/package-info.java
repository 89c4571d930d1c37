/**
 * The containers of users, posts and the front page, each with its commands, lists and copies, and
 * a user's erasure, which goes through all three.
 */
@NullMarked
package dev.cosmosblog.store.internal.repository;

import org.jspecify.annotations.NullMarked;
