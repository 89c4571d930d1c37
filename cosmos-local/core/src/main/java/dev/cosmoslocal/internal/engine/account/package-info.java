/**
 * Accounts: databases by name, their users and permissions, their throughput. Enter at {@link
 * dev.cosmoslocal.internal.engine.account.Account}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.account;

import org.jspecify.annotations.NullMarked;
