package dev.cosmosblog.maintenance.upgrade;

/** How an attempt at a write ended. */
enum Tried {
  /** It was done, or nothing was to be done. */
  DONE,
  /** Another writer came between: look again. */
  LOST,
  /** Cosmos DB will not have it, such as more than 2 MB. */
  REFUSED
}
