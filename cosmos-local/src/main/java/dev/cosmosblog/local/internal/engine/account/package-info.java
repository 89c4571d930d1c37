/**
 * Accounts: databases by name, their users and permissions, their throughput. Enter at {@link
 * dev.cosmosblog.local.internal.engine.account.Account}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.account;

import org.jspecify.annotations.NullMarked;
