package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosPatchOperations;

/** The form in which a live post takes what commands write to it. */
final class PostForm {
  private PostForm() {}

  /** Ends a patch of a live post that was seen: its next version, and no mark that says nothing. */
  static CosmosPatchOperations next(CosmosPatchOperations patch, StoredItem post) {
    if (post.isNoMark()) {
      patch.remove("/deleted");
    }
    return post.takesIncrement("version")
        ? patch.increment("/version", 1)
        : patch.set("/version", post.post().version() + 1);
  }
}
