/**
 * The ten requests on Azure Spring Data Cosmos: entities and repositories as its documentation
 * teaches. Enter at {@link dev.cosmosblog.examples.springdata.SpringDataBlog}.
 */
@NullMarked
package dev.cosmosblog.examples.springdata;

import org.jspecify.annotations.NullMarked;
