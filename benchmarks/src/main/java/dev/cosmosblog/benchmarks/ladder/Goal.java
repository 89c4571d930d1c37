package dev.cosmosblog.benchmarks.ladder;

import java.util.List;

/**
 * The most that a request on this library is to cost with the article's averages, in modelled RU.
 *
 * @param request the request
 * @param ru the most
 */
record Goal(ArticleRequest request, double ru) {
  /** C1 where names need not be unique. */
  static final double WITHOUT_RESERVATION = 5.71;

  static final List<Goal> ALL =
      List.of(
          new Goal(ArticleRequest.C1, 11),
          new Goal(ArticleRequest.Q1, 1),
          new Goal(ArticleRequest.C2, 8.0),
          new Goal(ArticleRequest.Q2, 1.1),
          new Goal(ArticleRequest.Q3, 6.9),
          new Goal(ArticleRequest.C3, 9.5),
          new Goal(ArticleRequest.Q4, 8.0),
          new Goal(ArticleRequest.C4, 9.0),
          new Goal(ArticleRequest.Q5, 9.2),
          new Goal(ArticleRequest.Q6, 6.0));

  static Goal of(ArticleRequest request) {
    return ALL.get(request.ordinal());
  }
}
