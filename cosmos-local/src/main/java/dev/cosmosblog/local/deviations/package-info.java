/**
 * The known differences between the local account and the service: {@link
 * dev.cosmosblog.local.deviations.Deviations#all()}, from which the page {@code
 * docs/cosmos-local.md} is made.
 */
@NullMarked
package dev.cosmosblog.local.deviations;

import org.jspecify.annotations.NullMarked;
