/**
 * The steps that convert a database of another program, in place and beside live traffic. Start at
 * {@link dev.cosmosblog.maintenance.internal.upgrade.UpgradeSteps}.
 */
@NullMarked
package dev.cosmosblog.maintenance.internal.upgrade;

import org.jspecify.annotations.NullMarked;
