/** What is written down once: container definitions, query texts, property paths and scripts. */
@NullMarked
package dev.cosmosblog.store.internal.schema;

import org.jspecify.annotations.NullMarked;
