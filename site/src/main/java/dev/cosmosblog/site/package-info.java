/** The documentation as a static site: {@link dev.cosmosblog.site.Site} is the program. */
@NullMarked
package dev.cosmosblog.site;

import org.jspecify.annotations.NullMarked;
