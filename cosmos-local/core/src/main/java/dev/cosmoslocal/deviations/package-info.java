/**
 * The known differences between the local account and the service: {@link
 * dev.cosmoslocal.deviations.Deviations#all()}, from which the page {@code docs/cosmos-local.md} is
 * made.
 */
@NullMarked
package dev.cosmoslocal.deviations;

import org.jspecify.annotations.NullMarked;
