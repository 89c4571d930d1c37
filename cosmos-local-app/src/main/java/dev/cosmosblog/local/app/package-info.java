/**
 * The account as a program, {@code java -jar cosmos-local.jar}. Enter at {@link
 * dev.cosmosblog.local.app.CosmosLocal}.
 */
@NullMarked
package dev.cosmosblog.local.app;

import org.jspecify.annotations.NullMarked;
