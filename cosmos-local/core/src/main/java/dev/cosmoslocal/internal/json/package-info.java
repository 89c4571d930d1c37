/**
 * JSON numbers in the one form that all parts of the account use: {@link
 * dev.cosmoslocal.internal.json.JsonNumbers}.
 */
@NullMarked
package dev.cosmoslocal.internal.json;

import org.jspecify.annotations.NullMarked;
