/**
 * Fixtures for unit tests of applications that use the blog. Enter at {@link
 * dev.cosmosblog.testing.MockedBlog}.
 */
@NullMarked
package dev.cosmosblog.testing;

import org.jspecify.annotations.NullMarked;
