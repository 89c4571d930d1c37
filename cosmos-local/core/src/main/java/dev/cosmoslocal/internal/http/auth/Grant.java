package dev.cosmoslocal.internal.http.auth;

import dev.cosmoslocal.internal.engine.account.PermittedResource;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import org.jspecify.annotations.Nullable;

/** The rights of a request. {@link AccessRules} decides what they allow. */
public sealed interface Grant {
  Grant EVERYTHING = new Everything();

  /** The rights of a request that needs no credential. */
  Grant NONE = new None();

  /** No rights. */
  record None() implements Grant {}

  /** All rights. */
  record Everything() implements Grant {}

  /**
   * The rights of a resource token.
   *
   * @param containerRid the resource id of its container when the token was made: a container that
   *     is created again under the same name is another one
   * @param writes whether the mode of the permission is All, not Read
   * @param partitionKey the only partition key of the permission; null for all of them
   */
  record Permission(
      PermittedResource resource,
      String containerRid,
      boolean writes,
      @Nullable PartitionKeyValue partitionKey)
      implements Grant {}
}
