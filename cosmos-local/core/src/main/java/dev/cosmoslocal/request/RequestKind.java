package dev.cosmoslocal.request;

/** The kinds of requests. */
public enum RequestKind {
  /** A point read. */
  READ_ITEM,
  /** A create. */
  CREATE_ITEM,
  /** An upsert. */
  UPSERT_ITEM,
  /** A replace. */
  REPLACE_ITEM,
  /** A delete. */
  DELETE_ITEM,
  /** A partial update. */
  PATCH_ITEM,
  /** A transactional batch. */
  BATCH,
  /** A bulk request: operations that are sent together but succeed or fail independently. */
  BULK,
  /** A page of a query. */
  QUERY,
  /** The plan of a query. */
  QUERY_PLAN,
  /** A page of all items. */
  READ_FEED,
  /** A page of the change feed. */
  CHANGE_FEED,
  /** A deletion of all items with a partition key. */
  DELETE_PARTITION,
  /** A script: its text or its execution. */
  SCRIPT,
  /** The account's description. */
  ACCOUNT,
  /** A database, or a list of them. */
  DATABASE,
  /** A container, or a list of them. */
  CONTAINER,
  /** The physical partitions of a container. */
  PARTITION_RANGES,
  /** The addresses of replicas, which clients in direct mode read. */
  ADDRESSES,
  /** Throughput. */
  OFFER,
  /** A user of a database, a permission, or a list of them. */
  USER,
  /** A request that the emulator doesn't support. */
  UNKNOWN
}
