package dev.cosmosblog.benchmarks.chaos;

/** What a command does to its target. */
enum Verb {
  CREATE_USER(Effect.CREATE),
  RENAME_USER(Effect.CHANGE),
  ERASE_USER(Effect.REMOVE),
  CREATE_POST(Effect.CREATE),
  EDIT_POST(Effect.CHANGE),
  DELETE_POST(Effect.REMOVE),
  CREATE_COMMENT(Effect.CREATE),
  EDIT_COMMENT(Effect.CHANGE),
  DELETE_COMMENT(Effect.REMOVE),
  LIKE_POST(Effect.CREATE),
  UNLIKE_POST(Effect.REMOVE);

  /** What becomes of a target: where it is there already, a creation leaves it as it is. */
  enum Effect {
    CREATE,
    CHANGE,
    REMOVE
  }

  private final Effect effect;

  Verb(Effect effect) {
    this.effect = effect;
  }

  Effect effect() {
    return effect;
  }
}
