/** Settings: the containers' names, the retry policy and the write path. */
@NullMarked
package dev.cosmosblog.store.config;

import org.jspecify.annotations.NullMarked;
