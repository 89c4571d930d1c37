package dev.cosmosblog.benchmarks.capacity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The request units, storage and hosts that a load needs, and the limits that it meets when it
 * grows. All request units are modelled; {@code CapacityTest} compares them, and the stored bytes,
 * with what an account counts for each command and query. What happens so often in a second is
 * measured by {@code blog-benchmark}: batches, the looks of an idle range, the rate of a range.
 *
 * @param load the load
 * @param containers what each container needs
 * @param hosts hosts of the change feed
 * @param limits what cannot be bought by more throughput, the first one to be met first
 */
record CapacityPlan(Load load, List<Container> containers, int hosts, List<Limit> limits) {
  // Of a physical or a logical partition (Microsoft Learn, "Azure Cosmos DB service quotas").
  static final double PARTITION_RU = 10_000;
  static final double PHYSICAL_PARTITION_GB = 50;
  static final double LOGICAL_PARTITION_GB = 20;

  // The least provisioned throughput of a container, for each stored GB, and its steps (the same
  // page).
  private static final double LEAST_RU = 400;
  private static final double LEAST_RU_FOR_GB = 1;
  private static final double STEP_RU = 100;

  // The writes of commands with their author given, and first pages of queries, for contents of 900
  // and 1,200 characters: `blog-benchmark --only requests`.
  static final double WRITE_POST = 6.93;
  static final double WRITE_COMMENT = 8.07;
  static final double WRITE_LIKE = 7.55;
  static final double READ_POST = 1.02;
  static final double LIST_COMMENTS = 7.79;
  static final double LIST_POSTS = 5.79;

  /** The front page with its 100 posts: one point read of 40 KB. */
  static final double READ_FRONT_PAGE = 4.62;

  /** A write of the front page: at most one a second for counts, one a new post. */
  static final double WRITE_FRONT_PAGE = 27.5;

  // The front page remembers for 15 minutes which posts left it, at most 100 of them.
  private static final double LEFT_SECONDS = 900;
  private static final double MAX_LEFT = 100;
  static final double READ_LEFT = 0.0082;
  static final double WRITE_LEFT = 0.0415;

  /** The entry of a new post in the archive, and a page of 20 entries there. */
  static final double WRITE_ENTRY = 5.4;

  static final double READ_ARCHIVE_PAGE = 5.29;

  // What the change feed does for each command: `blog-benchmark --only costs`.
  static final double COPY_NEW_POST = 5.44;
  static final double COPY_COUNTS = 9.44;
  static final double USER_READS_NEW_POST = 2;
  static final double USER_READS_COUNTS = 1;
  static final double POST_READS_NEW_POST = 2.04;

  /** A page of the change feed. */
  static final double EMPTY_POLL = 2.8;

  /** On that page, a changed post with what was written about it, in the article's proportions. */
  static final double READ_CHANGE = 0.37;

  /** On that page, a changed copy. */
  static final double READ_COPY = 0.14;

  // The batches of a busy range in a second, of posts and of users: `blog-benchmark --rate 400`.
  private static final double POST_BATCHES = 3.5;
  private static final double USER_BATCHES = 0.2;

  /** The write and read of a lease that records the progress of a batch. */
  static final double CHECKPOINT = 11;

  // In each renew interval, an idle range renews its lease, which costs as much as a checkpoint,
  // and
  // a host queries all leases seven times: its two processors, its watchdogs, and what is due.
  private static final double RENEW_SECONDS = 17;
  private static final double LEASE_QUERIES = 7;
  static final double LEASE_QUERY = 3;

  /**
   * Likes a second that a range and a host follow: `--only rates --load likes`, 1 partition, 4 ms.
   */
  static final double RANGE_RATE = 1_200;

  // Stored bytes with the properties of the system, without the index. A user has the reservation
  // of the name, too.
  static final double USER_BYTES = 790;
  static final double POST_BYTES = 1_430;
  static final double COMMENT_BYTES = 1_670;
  static final double LIKE_BYTES = 455;
  static final double COPY_BYTES = 625;
  static final double ENTRY_BYTES = 445;

  private static final double DAY = 86_400;
  private static final double GB = 1e9;

  /**
   * A blog's load.
   *
   * @param users who are stored
   * @param postsPerDay new posts
   * @param commentsPerPost comments that a post gets
   * @param likesPerPost likes that a post gets
   * @param readersPerSecond views in an average second: four of ten of the front page, five of a
   *     post and its first 20 comments, one of a user's first 20 posts
   * @param peak the busiest hour over the average
   * @param hottestPercent of all comments, likes and views of posts on its day, those of the most
   *     popular post
   * @param days for which everything is stored
   * @param archivePagesPerSecond pages of the archive in an average second, most of them of this
   *     month; 0 for a blog without an archive
   */
  record Load(
      double users,
      double postsPerDay,
      double commentsPerPost,
      double likesPerPost,
      double readersPerSecond,
      double peak,
      double hottestPercent,
      double days,
      double archivePagesPerSecond) {
    /** The bytes of a post's comments and likes. */
    double reactionBytes() {
      return commentsPerPost * COMMENT_BYTES + likesPerPost * LIKE_BYTES;
    }

    /** The same blog with so many times the users, posts and readers. */
    Load times(double factor) {
      return new Load(
          factor * users,
          factor * postsPerDay,
          commentsPerPost,
          likesPerPost,
          factor * readersPerSecond,
          peak,
          hottestPercent,
          days,
          factor * archivePagesPerSecond);
    }

    /** The modelled RU/s of the archive in the busiest hour: its entries and its readers. */
    double inArchive() {
      return rates().posts() * WRITE_ENTRY + archivePagesPerSecond * peak * READ_ARCHIVE_PAGE;
    }

    /** The requests of a second of the busiest hour. */
    Rates rates() {
      double posts = postsPerDay / DAY * peak;
      double views = readersPerSecond * peak;
      return new Rates(
          posts,
          posts * commentsPerPost,
          posts * likesPerPost,
          0.4 * views,
          0.5 * views,
          0.1 * views);
    }
  }

  /** Commands and queries in a second. */
  record Rates(
      double posts,
      double comments,
      double likes,
      double frontPages,
      double postPages,
      double userPages) {
    double commands() {
      return posts + comments + likes;
    }

    /** The modelled RU/s of the container posts, without polls. */
    double inPosts() {
      return posts * (WRITE_POST + POST_READS_NEW_POST)
          + comments * WRITE_COMMENT
          + likes * WRITE_LIKE
          + postPages * (READ_POST + LIST_COMMENTS);
    }

    /** The modelled RU/s of the container users, if no two changes of a post share a copy. */
    double inUsers() {
      return posts * (COPY_NEW_POST + USER_READS_NEW_POST)
          + (comments + likes) * (COPY_COUNTS + USER_READS_COUNTS)
          + userPages * LIST_POSTS;
    }

    /** The modelled RU/s of the front page: its readers, each new post, and counts each second. */
    double inFeed(int hosts) {
      double counts = Math.min(comments + likes, hosts);
      double left = Math.min(MAX_LEFT, posts * LEFT_SECONDS);
      return frontPages * (READ_FRONT_PAGE + left * READ_LEFT)
          + (posts + counts) * (WRITE_FRONT_PAGE + left * WRITE_LEFT);
    }
  }

  /** The needs of a container: RU/s, GB, physical partitions, and the RU/s to provision. */
  record Container(String name, double ru, double gb, int partitions, double provisioned) {
    static Container of(String name, double ru, double gb) {
      int partitions =
          (int)
              Math.max(
                  1, Math.max(Math.ceil(ru / PARTITION_RU), Math.ceil(gb / PHYSICAL_PARTITION_GB)));
      double least = Math.max(LEAST_RU, gb * LEAST_RU_FOR_GB);
      double provisioned = Math.ceil(Math.max(least, ru) / STEP_RU) * STEP_RU;
      return new Container(name, ru, gb, partitions, provisioned);
    }

    /** The RU/s of each physical partition: the service spreads them evenly. */
    double share() {
      return provisioned / partitions;
    }
  }

  /**
   * Something that a load meets when it grows.
   *
   * @param name what it is
   * @param use how much of it the load uses
   * @param bound how much there is
   * @param unit of both
   * @param remedy what to do then
   * @param times at how many times the load it is met; below 1 it is exceeded; beyond {@value
   *     #MAX_TIMES} it is not met
   */
  record Limit(String name, double use, double bound, String unit, String remedy, double times) {
    static final double MAX_TIMES = 10_000;

    private static final double STEP = 1.01;

    /**
     * Finds when a growing load meets this limit. Partitions are added as it grows, so that a use
     * need not grow as fast as the load.
     */
    Limit met(Load load) {
      double factor = 0.001;
      while (factor <= MAX_TIMES) {
        Limit then =
            limits(load.times(factor)).stream()
                .filter(limit -> limit.name.equals(name))
                .findFirst()
                .orElseThrow();
        if (then.use > then.bound) {
          break;
        }
        factor *= STEP;
      }
      return new Limit(name, use, bound, unit, remedy, factor);
    }
  }

  /** Plans what a load needs, and how much more of it meets a limit. */
  static CapacityPlan of(Load load) {
    CapacityPlan needs = needs(load);
    List<Limit> limits =
        limits(load).stream()
            .map(limit -> limit.met(load))
            .sorted(Comparator.comparingDouble(Limit::times))
            .toList();
    return new CapacityPlan(load, needs.containers, needs.hosts, limits);
  }

  private static CapacityPlan needs(Load load) {
    Rates rates = load.rates();
    double entries = load.postsPerDay() * load.days();
    double postsGb = entries * (POST_BYTES + load.reactionBytes()) / GB;
    double usersGb = (load.users() * USER_BYTES + entries * COPY_BYTES) / GB;
    int ranges = Container.of("posts", rates.inPosts(), postsGb).partitions();
    int sources = Container.of("users", rates.inUsers(), usersGb).partitions();
    int hosts = (int) Math.min(ranges, Math.max(1, Math.ceil(rates.commands() / RANGE_RATE)));
    double batches = Math.min(rates.commands(), POST_BATCHES * ranges);
    double copies = Math.min(rates.commands(), USER_BATCHES * sources);
    List<Container> containers = new ArrayList<>();
    Collections.addAll(
        containers,
        Container.of(
            "posts",
            rates.inPosts() + polls(ranges, batches) + rates.commands() * READ_CHANGE,
            postsGb),
        Container.of(
            "users",
            rates.inUsers() + polls(sources * USER_BATCHES, copies) + rates.commands() * READ_COPY,
            usersGb),
        // More than one partition is of no use to one item.
        Container.of("feed", Math.min(PARTITION_RU, rates.inFeed(hosts)), 0),
        Container.of(
            "leases", idleLeases(ranges + sources, hosts) + (batches + copies) * CHECKPOINT, 0));
    if (load.archivePagesPerSecond() > 0) {
      containers.add(Container.of("archive", load.inArchive(), entries * ENTRY_BYTES / GB));
    }
    return new CapacityPlan(load, List.copyOf(containers), hosts, List.of());
  }

  private static List<Limit> limits(Load load) {
    CapacityPlan plan = needs(load);
    Container posts = plan.containers.get(0);
    Rates rates = load.rates();
    double hottest = load.hottestPercent() / 100;
    double onPosts = rates.inPosts() - new Rates(rates.posts(), 0, 0, 0, 0, 0).inPosts();
    Stream<Limit> ofArchive =
        load.archivePagesPerSecond() == 0
            ? Stream.empty()
            : Stream.of(
                new Limit(
                    "this month of the archive, one logical partition",
                    load.inArchive(),
                    PARTITION_RU,
                    "RU/s",
                    "keep its first pages in the hosts' memory for a second",
                    0));
    Stream<Limit> ofAll =
        Stream.of(
            new Limit(
                "readers and writers of the front page, one item",
                rates.inFeed(plan.hosts),
                PARTITION_RU,
                "RU/s",
                "keep the page in the hosts' memory for a second",
                0),
            new Limit(
                "the hottest post on the share of its physical partition",
                hottest * onPosts,
                Math.min(PARTITION_RU, posts.share()),
                "RU/s",
                "provision more for posts, or let it scale by itself",
                0),
            new Limit(
                "the hottest post, one logical partition",
                hottest * onPosts,
                PARTITION_RU,
                "RU/s",
                "nothing: likes that crowd go together, at 1.7 RU each",
                0),
            new Limit(
                "a day of the hottest post, stored in one logical partition",
                hottest * load.postsPerDay() * load.reactionBytes() / GB,
                LOGICAL_PARTITION_GB,
                "GB",
                "close its comments",
                0),
            new Limit(
                "commands of one range of the change feed",
                rates.commands() / posts.partitions(),
                RANGE_RATE,
                "commands/s",
                "split: provision 10,000 RU/s for each range of posts for a while",
                0));
    return Stream.concat(ofAll, ofArchive).toList();
  }

  private static double idleLeases(int ranges, int hosts) {
    return (ranges * CHECKPOINT + hosts * LEASE_QUERIES * LEASE_QUERY) / RENEW_SECONDS;
  }

  /** A range is polled at intervals and after each batch. */
  private static double polls(double idle, double batches) {
    return (idle + batches) * EMPTY_POLL;
  }

  double provisioned() {
    return containers.stream().mapToDouble(Container::provisioned).sum();
  }
}
