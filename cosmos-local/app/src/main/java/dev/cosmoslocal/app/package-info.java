/**
 * The emulator as a program, {@code java -jar cosmos-local.jar}. Start at {@link
 * dev.cosmoslocal.app.CosmosLocal}.
 */
@NullMarked
package dev.cosmoslocal.app;

import org.jspecify.annotations.NullMarked;
