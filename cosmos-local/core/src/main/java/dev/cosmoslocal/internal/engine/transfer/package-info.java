/**
 * The contents of an account in files that people can read and write. Enter at {@link
 * dev.cosmoslocal.internal.engine.transfer.DataFolder}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.transfer;

import org.jspecify.annotations.NullMarked;
