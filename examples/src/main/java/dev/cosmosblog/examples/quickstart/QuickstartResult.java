package dev.cosmosblog.examples.quickstart;

import java.util.List;

/**
 * What is written as {@code quickstart.json}.
 *
 * @param requests what each of the ten requests took
 * @param users the generated users
 * @param posts their posts
 * @param comments their comments
 * @param likes their likes
 * @param copiesInSync whether every copy equals its source
 * @param seconds from the account's start to the check of the copies
 */
record QuickstartResult(
    List<Measurement> requests,
    int users,
    int posts,
    int comments,
    int likes,
    boolean copiesInSync,
    double seconds) {
  QuickstartResult {
    requests = List.copyOf(requests);
  }
}
