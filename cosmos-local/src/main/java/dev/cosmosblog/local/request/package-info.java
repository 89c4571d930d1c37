/**
 * What a client asked of the account and what that took: known to those who answer requests and to
 * those who are told of them.
 */
@NullMarked
package dev.cosmosblog.local.request;

import org.jspecify.annotations.NullMarked;
