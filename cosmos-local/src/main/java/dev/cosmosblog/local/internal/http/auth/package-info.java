/**
 * Authorization: signatures by the account's key, and resource tokens. Enter at {@link
 * dev.cosmosblog.local.internal.http.auth.Credentials}.
 */
@NullMarked
package dev.cosmosblog.local.internal.http.auth;

import org.jspecify.annotations.NullMarked;
