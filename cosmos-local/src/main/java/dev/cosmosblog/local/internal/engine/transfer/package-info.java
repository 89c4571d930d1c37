/**
 * The contents of an account in files that people can read and write. Enter at {@link
 * dev.cosmosblog.local.internal.engine.transfer.DataFolder}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.transfer;

import org.jspecify.annotations.NullMarked;
