/**
 * Verification and repair: compares items with their sources beside live traffic. Start at {@link
 * dev.cosmosblog.maintenance.internal.verify.VerifySteps}.
 */
@NullMarked
package dev.cosmosblog.maintenance.internal.verify;

import org.jspecify.annotations.NullMarked;
