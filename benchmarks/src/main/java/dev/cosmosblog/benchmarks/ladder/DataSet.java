package dev.cosmosblog.benchmarks.ladder;

/**
 * What was loaded into each rung.
 *
 * @param users how many users
 * @param posts how many posts
 * @param comments how many comments
 * @param likes how many likes
 * @param seed what it was made from
 */
record DataSet(int users, int posts, long comments, long likes, long seed) {
  static DataSet of(BlogPlan plan, long seed) {
    return new DataSet(plan.users(), plan.posts().size(), plan.comments(), plan.likes(), seed);
  }
}
