/** The container definitions, query texts, property paths and scripts, each in one place. */
@NullMarked
package dev.cosmosblog.store.internal.schema;

import org.jspecify.annotations.NullMarked;
