/**
 * JSON numbers in the one form that all parts of the account use: {@link
 * dev.cosmosblog.local.internal.json.JsonNumbers}.
 */
@NullMarked
package dev.cosmosblog.local.internal.json;

import org.jspecify.annotations.NullMarked;
