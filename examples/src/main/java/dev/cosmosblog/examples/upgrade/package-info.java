/**
 * The examples {@code upgrade} and {@code rebuild}: an older database takes this library's form,
 * and views are rebuilt.
 */
@NullMarked
package dev.cosmosblog.examples.upgrade;

import org.jspecify.annotations.NullMarked;
