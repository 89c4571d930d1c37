/**
 * The examples {@code upgrade} and {@code rebuild}: a database of before comes to be ours, and
 * views are made anew.
 */
@NullMarked
package dev.cosmosblog.examples.upgrade;

import org.jspecify.annotations.NullMarked;
