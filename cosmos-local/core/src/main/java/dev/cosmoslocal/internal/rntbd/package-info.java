/**
 * The protocol of clients in direct mode, which send requests to replicas over TCP: frames of
 * tokens instead of HTTP's headers. It translates them to requests as HTTP has them, and their
 * responses back. Enter at {@link dev.cosmoslocal.internal.rntbd.RntbdProtocol}.
 *
 * <p>The protocol has no public description. This follows the package
 * com.azure.cosmos.implementation.directconnectivity.rntbd of the SDK for Java, 4.81.0.
 */
@NullMarked
package dev.cosmoslocal.internal.rntbd;

import org.jspecify.annotations.NullMarked;
