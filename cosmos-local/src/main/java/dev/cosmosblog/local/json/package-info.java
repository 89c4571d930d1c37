/** Numbers of JSON in the form in which all parts of the account have them: {@link JsonNumbers}. */
@NullMarked
package dev.cosmosblog.local.json;

import org.jspecify.annotations.NullMarked;
