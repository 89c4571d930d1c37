package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.request.RequestKind;

/**
 * The action of a route: what its handler does, and to what. Authorization decides by it, see
 * {@code AccessRules}; a new action is refused to every resource token until it has a rule there.
 */
public enum Action {
  READ_ACCOUNT(RequestKind.ACCOUNT),
  LIST_DATABASES(RequestKind.DATABASE),
  CREATE_DATABASE(RequestKind.DATABASE),
  READ_DATABASE(RequestKind.DATABASE),
  DELETE_DATABASE(RequestKind.DATABASE),
  LIST_CONTAINERS(RequestKind.CONTAINER),
  CREATE_CONTAINER(RequestKind.CONTAINER),
  READ_CONTAINER(RequestKind.CONTAINER),
  REPLACE_CONTAINER(RequestKind.CONTAINER),
  DELETE_CONTAINER(RequestKind.CONTAINER),
  READ_PARTITION_RANGES(RequestKind.PARTITION_RANGES),
  LIST_CONFLICTS(RequestKind.CONTAINER),
  READ_CONFLICT(RequestKind.CONTAINER),
  DELETE_CONFLICT(RequestKind.CONTAINER),
  READ_ITEM(RequestKind.READ_ITEM),
  CREATE_ITEM(RequestKind.CREATE_ITEM),
  UPSERT_ITEM(RequestKind.UPSERT_ITEM),
  REPLACE_ITEM(RequestKind.REPLACE_ITEM),
  PATCH_ITEM(RequestKind.PATCH_ITEM),
  DELETE_ITEM(RequestKind.DELETE_ITEM),
  /** An operation on an item with triggers, which may do anything in the logical partition. */
  RUN_TRIGGERS(RequestKind.UNKNOWN),
  BATCH(RequestKind.BATCH),
  /** Operations that name their own partition keys. */
  BULK(RequestKind.BULK),
  DELETE_PARTITION(RequestKind.DELETE_PARTITION),
  PLAN_QUERY(RequestKind.QUERY_PLAN),
  /** A page of a query, over a logical or a physical partition. */
  QUERY_ITEMS(RequestKind.QUERY),
  /** A page of a query that names no partition. */
  QUERY_ALL_PARTITIONS(RequestKind.QUERY),
  LIST_ITEMS(RequestKind.READ_FEED),
  LIST_ALL_PARTITIONS(RequestKind.READ_FEED),
  READ_CHANGE_FEED(RequestKind.CHANGE_FEED),
  EXECUTE_PROCEDURE(RequestKind.SCRIPT),
  LIST_SCRIPTS(RequestKind.SCRIPT),
  CREATE_SCRIPT(RequestKind.SCRIPT),
  READ_SCRIPT(RequestKind.SCRIPT),
  REPLACE_SCRIPT(RequestKind.SCRIPT),
  DELETE_SCRIPT(RequestKind.SCRIPT),
  LIST_USERS(RequestKind.USER),
  CREATE_USER(RequestKind.USER),
  READ_USER(RequestKind.USER),
  REPLACE_USER(RequestKind.USER),
  DELETE_USER(RequestKind.USER),
  LIST_PERMISSIONS(RequestKind.USER),
  CREATE_PERMISSION(RequestKind.USER),
  READ_PERMISSION(RequestKind.USER),
  REPLACE_PERMISSION(RequestKind.USER),
  DELETE_PERMISSION(RequestKind.USER),
  LIST_OFFERS(RequestKind.OFFER),
  READ_OFFER(RequestKind.OFFER),
  REPLACE_OFFER(RequestKind.OFFER),
  /** No action: the account knows no such request. */
  NONE(RequestKind.UNKNOWN);

  private final RequestKind kind;

  Action(RequestKind kind) {
    this.kind = kind;
  }

  /** The kind of the request, for listeners and faults. */
  public RequestKind kind() {
    return kind;
  }
}
