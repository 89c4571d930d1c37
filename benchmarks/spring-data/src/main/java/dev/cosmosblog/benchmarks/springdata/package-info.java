/**
 * The ten requests on Azure Spring Data Cosmos: entities and repositories as its documentation
 * teaches. Enter at {@link dev.cosmosblog.benchmarks.springdata.SpringDataProcess}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.springdata;

import org.jspecify.annotations.NullMarked;
