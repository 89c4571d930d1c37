/**
 * Authorization: signatures by the account's key, and resource tokens. Enter at {@link
 * dev.cosmoslocal.internal.http.auth.Credentials}.
 */
@NullMarked
package dev.cosmoslocal.internal.http.auth;

import org.jspecify.annotations.NullMarked;
