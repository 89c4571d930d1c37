/** The container of posts, with the commands C2 to C4. */
@NullMarked
package dev.cosmosblog.store.internal.post;

import org.jspecify.annotations.NullMarked;
