package dev.cosmosblog.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The request units, storage and hosts that a load needs, and the limits that it reaches when it
 * grows. Request units are modelled; {@code CapacityArithmeticTest} compares them, and the stored
 * bytes, with the charges of the emulator. Rates (batches, polls of an idle range, commands of a
 * range) are measured by the benchmark {@code blog-benchmark}.
 *
 * @param load the load
 * @param containers the needs of each container
 * @param hosts the number of hosts of the change feed
 * @param limits the limits that more throughput doesn't raise, the one that is reached first first
 */
record CapacityPlan(
    BlogLoad load, List<ContainerPlan> containers, int hosts, List<CapacityLimit> limits) {
  // The service's quotas (Microsoft Learn, "Azure Cosmos DB service quotas").
  static final double PARTITION_RU = 10_000;
  static final double PHYSICAL_PARTITION_GB = 50;
  static final double LOGICAL_PARTITION_GB = 20;

  // The minimum manual throughput of a container, or of a database that up to 25 containers share:
  // in all, for each stored GB, for each RU/s that it ever had, and its steps (the same page).
  private static final double MIN_RU = 400;
  private static final double MIN_RU_FOR_GB = 1;
  private static final double MIN_OF_HIGHEST = 0.01;
  private static final double STEP_RU = 100;

  /**
   * The minimum of autoscale's maximum RU/s, and its steps. For each GB and each RU/s that it ever
   * had, the minimum is ten times as much as that of manual throughput.
   */
  private static final double AUTOSCALE_STEP_RU = 1_000;

  // The limits of a serverless container, which has no minimum.
  static final double SERVERLESS_PARTITION_RU = 5_000;
  static final double SERVERLESS_GB = 1_000;

  // Writes of commands whose author is cached, and first pages of queries, for posts of 900 and
  // comments of 1,200 characters: `blog-benchmark --only requests`.
  static final double WRITE_POST = 6.93;
  static final double WRITE_COMMENT = 8.07;
  static final double WRITE_LIKE = 7.55;
  static final double READ_POST = 1.02;
  static final double LIST_COMMENTS = 7.79;
  static final double LIST_POSTS = 5.79;

  /** The front page with its 100 posts: one point read of 40 KB. */
  static final double READ_FRONT_PAGE = 4.62;

  /** A write of the front page: at most two a second for counts, and one for each new post. */
  static final double WRITE_FRONT_PAGE = 27.5;

  // The front page stores for 15 minutes which posts left it, at most 100 of them.
  private static final double LEFT_SECONDS = 900;
  private static final double MAX_LEFT = 100;
  static final double READ_LEFT = 0.0082;
  static final double WRITE_LEFT = 0.0415;

  /** Writing the archive entry of a new post, or the entry of one of its tags. */
  static final double WRITE_ENTRY = 5.4;

  /** Looking for the entry of a new post with tags, or of a pending comment. */
  static final double FIND_ENTRY = 1;

  /** Storing the tags of a new post: a read and a batch, and the number of posts of each tag. */
  static final double WRITE_TAGS = 6.33;

  static final double COUNT_TAG = 0.5;

  /** Reading a page of 20 entries of listings. */
  static final double READ_LISTING_PAGE = 5.29;

  /** Approving a pending comment, which is written like any other. */
  static final double APPROVE_COMMENT = 12.1;

  // Writing the entry of a pending comment, and replacing it by a tombstone after the decision.
  static final double WRITE_PENDING_ENTRY = 6;
  static final double REMOVE_PENDING_ENTRY = 9.33;

  /** Reading a page of 20 pending comments. */
  static final double READ_PENDING_PAGE = 8.2;

  private static final double PENDING_PAGE = 20;

  /** Reserving a new post's slug, and reading the reservation of a viewed post's slug. */
  static final double WRITE_SLUG = 5.33;

  static final double READ_SLUG = 1;

  // The change feed's requests for each command: `blog-benchmark --only costs`.
  static final double COPY_NEW_POST = 5.44;
  static final double COPY_COUNTS = 9.44;
  static final double USER_READS_NEW_POST = 1;
  static final double USER_READS_COUNTS = 1;
  static final double POST_READS_NEW_POST = 1.02;

  /** A page of the change feed without changes. */
  static final double EMPTY_POLL = 2.8;

  /** A changed post, comment or like on such a page, in the article's proportions. */
  static final double READ_CHANGE = 0.37;

  /** A changed copy on such a page. */
  static final double READ_COPY = 0.14;

  // Batches a second of a busy range of posts and of users: `blog-benchmark --rate 400`.
  private static final double POST_BATCHES = 3.5;
  private static final double USER_BATCHES = 0.2;

  /** Writing and reading a lease at the checkpoint of a batch. */
  static final double CHECKPOINT = 11;

  // In each renew interval, an idle range renews its lease, which costs as much as a checkpoint,
  // and a host queries leases seven times: for its two processors, its watchdogs, and due rechecks.
  private static final double RENEW_SECONDS = 17;
  private static final double LEASE_QUERIES = 7;
  static final double LEASE_QUERY = 3;

  /** Likes a second that one host handles in one range: `--only rates --load likes`. */
  static final double RANGE_RATE = 1_200;

  // Stored bytes with the system properties, without the index. A user includes the reservation of
  // the name.
  static final double USER_BYTES = 790;
  static final double POST_BYTES = 1_430;
  static final double COMMENT_BYTES = 1_670;
  static final double LIKE_BYTES = 455;
  static final double COPY_BYTES = 625;
  static final double ENTRY_BYTES = 445;
  static final double TAGS_BYTES = 371;

  /** A tag of eight characters in an entry, or in the stored tags of a post. */
  static final double TAG_BYTES = 13;

  static final double SLUG_BYTES = 409;

  private static final double DAY = 86_400;
  private static final double GB = 1e9;

  /**
   * A blog's load.
   *
   * @param users stored users
   * @param postsPerDay new posts a day
   * @param commentsPerPost comments of a post
   * @param likesPerPost likes of a post
   * @param readersPerSecond views in an average second: of ten views, four show the front page,
   *     five a post with its first 20 comments, and one a user's first 20 posts
   * @param peak the rate of the busiest hour, divided by the average
   * @param hottestPercent the most popular post's percentage of all comments, likes and views of
   *     posts on one day
   * @param days the number of days for which everything is stored
   * @param listingPagesPerSecond pages of the archive and of tags read in an average second, most
   *     of them of the current month
   * @param tagsPerPost the average number of a post's tags; 0, like the pages, for a blog without
   *     listings
   * @param slugs whether each post has a slug, by which readers find it
   * @param pendingPercent the percentage of comments that wait for a moderator, who reads them in
   *     pages of 20 and approves them
   */
  record BlogLoad(
      double users,
      double postsPerDay,
      double commentsPerPost,
      double likesPerPost,
      double readersPerSecond,
      double peak,
      double hottestPercent,
      double days,
      double listingPagesPerSecond,
      double tagsPerPost,
      boolean slugs,
      double pendingPercent) {
    /** The bytes of a post's comments and likes. */
    double reactionBytes() {
      return commentsPerPost * COMMENT_BYTES + likesPerPost * LIKE_BYTES;
    }

    /** Multiplies the users, posts and readers. */
    BlogLoad times(double factor) {
      return new BlogLoad(
          factor * users,
          factor * postsPerDay,
          commentsPerPost,
          likesPerPost,
          factor * readersPerSecond,
          peak,
          hottestPercent,
          days,
          factor * listingPagesPerSecond,
          tagsPerPost,
          slugs,
          pendingPercent);
    }

    boolean hasListings() {
      return listingPagesPerSecond > 0 || tagsPerPost > 0 || pendingPercent > 0;
    }

    /** The commands in a second of the busiest hour. */
    double commands() {
      return rates().commands() + pendingComments();
    }

    /** The pending comments, and the decisions on them, in a second of the busiest hour. */
    double pendingComments() {
      return rates().comments() * pendingPercent / 100;
    }

    /** The new posts with tags in a second of the busiest hour. */
    double taggedPosts() {
      return rates().posts() * Math.min(1, tagsPerPost);
    }

    /** The modelled RU/s of the current month's entries in the busiest hour. */
    double inMonth() {
      return rates().posts() * WRITE_ENTRY
          + taggedPosts() * FIND_ENTRY
          + listingPagesPerSecond * peak * READ_LISTING_PAGE;
    }

    /** The modelled RU/s of the logical partition with the tags of all posts. */
    double onTags() {
      return taggedPosts() * WRITE_TAGS + rates().posts() * tagsPerPost * COUNT_TAG;
    }

    /** The modelled RU/s of the logical partition with the entries of pending comments. */
    double onPending() {
      return pendingComments()
          * (2 * FIND_ENTRY
              + WRITE_PENDING_ENTRY
              + REMOVE_PENDING_ENTRY
              + READ_PENDING_PAGE / PENDING_PAGE);
    }

    /** The modelled RU/s of the listings in the busiest hour. */
    double inListings() {
      return inMonth()
          + onTags()
          + rates().posts() * tagsPerPost * (FIND_ENTRY + WRITE_ENTRY)
          + onPending();
    }

    /** The bytes of a post's stored tags. */
    double tagsBytes() {
      return Math.min(1, tagsPerPost) * TAGS_BYTES + tagsPerPost * TAG_BYTES;
    }

    /** The bytes of a post in the listings. */
    double listingBytes() {
      return (1 + tagsPerPost) * (ENTRY_BYTES + tagsPerPost * TAG_BYTES) + tagsBytes();
    }

    /** The modelled RU/s of the approvals of pending comments. */
    double onApprovals() {
      return pendingComments() * APPROVE_COMMENT;
    }

    /** The modelled RU/s of the container posts, without polls. */
    double inPosts() {
      return rates().inPosts()
          + listedPosts() * POST_READS_NEW_POST
          + taggedPosts() * READ_POST
          + onApprovals();
    }

    /**
     * The new posts in a second of the busiest hour that a listing has, and that are read again.
     */
    private double listedPosts() {
      return hasListings() ? rates().posts() : 0;
    }

    /**
     * The modelled RU/s of the container users, whose copy of a post with tags is written twice.
     * Like a new comment, an approved one changes the copy.
     */
    double inUsers() {
      return rates().inUsers()
          + listedPosts() * USER_READS_NEW_POST
          + taggedPosts() * COPY_COUNTS
          + pendingComments() * (COPY_COUNTS + USER_READS_COUNTS)
          + onSlugs();
    }

    /** The modelled RU/s of the reservations of slugs in the busiest hour. */
    double onSlugs() {
      return slugs ? rates().posts() * WRITE_SLUG + rates().postPages() * READ_SLUG : 0;
    }

    /** The requests in a second of the busiest hour. */
    RequestRates rates() {
      double posts = postsPerDay / DAY * peak;
      double views = readersPerSecond * peak;
      return new RequestRates(
          posts,
          posts * commentsPerPost,
          posts * likesPerPost,
          0.4 * views,
          0.5 * views,
          0.1 * views);
    }
  }

  /** Commands and queries in a second. */
  record RequestRates(
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

    /** The modelled RU/s of the container users, if each change of a post writes its copy. */
    double inUsers() {
      return posts * (COPY_NEW_POST + USER_READS_NEW_POST)
          + (comments + likes) * (COPY_COUNTS + USER_READS_COUNTS)
          + userPages * LIST_POSTS;
    }

    /** The modelled RU/s of the front page, which each host writes twice a second for counts. */
    double inFeed(int hosts) {
      double counts = Math.min(comments + likes, 2 * hosts);
      double left = Math.min(MAX_LEFT, posts * LEFT_SECONDS);
      return frontPages * (READ_FRONT_PAGE + left * READ_LEFT)
          + (posts + counts) * (WRITE_FRONT_PAGE + left * WRITE_LEFT);
    }
  }

  /**
   * The needs of a container, or of a database whose containers share its throughput.
   *
   * @param ru the modelled RU/s
   * @param gb the stored GB, without the index
   * @param partitions the physical partitions
   * @param provisioned the manual throughput to provision, in RU/s
   */
  record ContainerPlan(String name, double ru, double gb, int partitions, double provisioned) {
    static ContainerPlan of(String name, double ru, double gb) {
      int partitions =
          (int)
              Math.max(
                  1, Math.max(Math.ceil(ru / PARTITION_RU), Math.ceil(gb / PHYSICAL_PARTITION_GB)));
      double least = Math.max(MIN_RU, gb * MIN_RU_FOR_GB);
      return new ContainerPlan(name, ru, gb, partitions, inSteps(Math.max(least, ru), STEP_RU));
    }

    private static double inSteps(double ru, double step) {
      return Math.ceil(ru / step) * step;
    }

    /**
     * The RU/s below which manual throughput can't be set after it was provisioned. Source: <a
     * href="https://learn.microsoft.com/azure/cosmos-db/concepts-limits">service quotas</a>.
     */
    @JsonProperty
    double minimum() {
      return inSteps(Math.max(MIN_RU, least()), STEP_RU);
    }

    /** The minimum of the maximum RU/s of autoscale, which scales down to a tenth of it. */
    @JsonProperty
    double autoscaleMinimum() {
      return inSteps(Math.max(AUTOSCALE_STEP_RU, 10 * least()), AUTOSCALE_STEP_RU);
    }

    /** The part of the minimum that grows with storage, and with the highest throughput so far. */
    private double least() {
      return Math.max(gb * MIN_RU_FOR_GB, provisioned * MIN_OF_HIGHEST);
    }

    /**
     * Whether a serverless container can have this throughput and storage. Source: <a
     * href="https://learn.microsoft.com/azure/cosmos-db/serverless-performance">serverless account
     * performance</a>.
     */
    @JsonProperty
    boolean serverless() {
      double storagePartitions = Math.max(1, Math.ceil(gb / PHYSICAL_PARTITION_GB));
      return ru <= storagePartitions * SERVERLESS_PARTITION_RU && gb <= SERVERLESS_GB;
    }

    /** The RU/s of each physical partition: Cosmos DB divides them evenly. */
    double share() {
      return provisioned / partitions;
    }
  }

  /**
   * A limit of the service or the library.
   *
   * @param name the limited resource
   * @param use the part of it that the load uses
   * @param bound the maximum
   * @param unit the unit of both
   * @param remedy what an operator can do at the limit
   * @param times the factor by which the load has to grow to reach the limit; less than 1 if the
   *     load exceeds it, more than {@value #MAX_TIMES} if growth doesn't reach it
   */
  record CapacityLimit(
      String name, double use, double bound, String unit, String remedy, double times) {
    static final double MAX_TIMES = 10_000;

    private static final double STEP = 1.01;

    /**
     * Finds the factor at which a growing load reaches this limit. The plan gets more partitions as
     * the load grows, so that the use of a partition grows more slowly.
     */
    CapacityLimit reachedBy(BlogLoad load) {
      double factor = 0.001;
      while (factor <= MAX_TIMES) {
        CapacityLimit then =
            limits(load.times(factor)).stream()
                .filter(limit -> limit.name.equals(name))
                .findFirst()
                .orElseThrow();
        if (then.use > then.bound) {
          break;
        }
        factor *= STEP;
      }
      return new CapacityLimit(name, use, bound, unit, remedy, factor);
    }
  }

  /** Plans the needs of a load, and the growth at which it reaches each limit. */
  static CapacityPlan of(BlogLoad load) {
    CapacityPlan needs = needs(load);
    List<CapacityLimit> limits =
        limits(load).stream()
            .map(limit -> limit.reachedBy(load))
            .sorted(Comparator.comparingDouble(CapacityLimit::times))
            .toList();
    return new CapacityPlan(load, needs.containers, needs.hosts, limits);
  }

  private static CapacityPlan needs(BlogLoad load) {
    RequestRates rates = load.rates();
    double entries = load.postsPerDay() * load.days();
    double postsGb = entries * (POST_BYTES + load.reactionBytes()) / GB;
    double slugBytes = load.slugs() ? SLUG_BYTES : 0;
    double usersGb = (load.users() * USER_BYTES + entries * (COPY_BYTES + slugBytes)) / GB;
    double inUsers = load.inUsers();
    int ranges = ContainerPlan.of("posts", load.inPosts(), postsGb).partitions();
    int sources = ContainerPlan.of("users", inUsers, usersGb).partitions();
    int hosts = (int) Math.min(ranges, Math.max(1, Math.ceil(load.commands() / RANGE_RATE)));
    double batches = Math.min(load.commands(), POST_BATCHES * ranges);
    double copies = Math.min(load.commands(), USER_BATCHES * sources);
    List<ContainerPlan> containers = new ArrayList<>();
    Collections.addAll(
        containers,
        ContainerPlan.of(
            "posts",
            load.inPosts() + polls(ranges, batches) + load.commands() * READ_CHANGE,
            postsGb),
        ContainerPlan.of(
            "users",
            inUsers + polls(sources * USER_BATCHES, copies) + load.commands() * READ_COPY,
            usersGb),
        // One item is in one partition.
        ContainerPlan.of("feed", Math.min(PARTITION_RU, rates.inFeed(hosts)), 0),
        ContainerPlan.of(
            "leases", idleLeases(ranges + sources, hosts) + (batches + copies) * CHECKPOINT, 0));
    if (load.hasListings()) {
      containers.add(
          ContainerPlan.of("listings", load.inListings(), entries * load.listingBytes() / GB));
    }
    return new CapacityPlan(load, List.copyOf(containers), hosts, List.of());
  }

  private static List<CapacityLimit> limits(BlogLoad load) {
    CapacityPlan plan = needs(load);
    ContainerPlan posts = plan.containers.get(0);
    RequestRates rates = load.rates();
    double hottest = load.hottestPercent() / 100;
    double newPosts = new RequestRates(rates.posts(), 0, 0, 0, 0, 0).inPosts();
    double onPosts = rates.inPosts() - newPosts + load.onApprovals();
    Stream<CapacityLimit> ofAll =
        Stream.of(
            new CapacityLimit(
                "the front page: reads and writes of one item",
                rates.inFeed(plan.hosts),
                PARTITION_RU,
                "RU/s",
                "set frontPageCacheTtl to a second",
                0),
            new CapacityLimit(
                "the hottest post: its physical partition's share of the throughput",
                hottest * onPosts,
                Math.min(PARTITION_RU, posts.share()),
                "RU/s",
                "provision more for posts, or use autoscale",
                0),
            new CapacityLimit(
                "the hottest post: one logical partition",
                hottest * onPosts,
                PARTITION_RU,
                "RU/s",
                "none: concurrent likes share batches, at 1.7 RU each",
                0),
            new CapacityLimit(
                "the hottest post: storage of a day in one logical partition",
                hottest * load.postsPerDay() * load.reactionBytes() / GB,
                LOGICAL_PARTITION_GB,
                "GB",
                "close its comments",
                0),
            new CapacityLimit(
                "the change feed: commands of one range",
                load.commands() / posts.partitions(),
                RANGE_RATE,
                "commands/s",
                "provision 10,000 RU/s for each range of posts until it splits",
                0));
    return Stream.concat(ofAll, ofListings(load)).toList();
  }

  /** The needs of one database whose containers share its throughput. */
  @JsonProperty
  ContainerPlan shared() {
    return ContainerPlan.of(
        "shared",
        containers.stream().mapToDouble(ContainerPlan::ru).sum(),
        containers.stream().mapToDouble(ContainerPlan::gb).sum());
  }

  private static Stream<CapacityLimit> ofListings(BlogLoad load) {
    return Stream.of(
            new CapacityLimit(
                "the listings: one logical partition for the current month",
                load.inMonth(),
                PARTITION_RU,
                "RU/s",
                "cache its first pages for a second",
                0),
            new CapacityLimit(
                "the tags: one logical partition for the tags of all posts",
                load.onTags(),
                PARTITION_RU,
                "RU/s",
                "give fewer posts tags",
                0),
            new CapacityLimit(
                "the tags: storage of the tags of all posts in one logical partition",
                load.postsPerDay() * load.days() * load.tagsBytes() / GB,
                LOGICAL_PARTITION_GB,
                "GB",
                "give fewer posts tags",
                0),
            new CapacityLimit(
                "the pending comments: one logical partition for the queue",
                load.onPending(),
                PARTITION_RU,
                "RU/s",
                "publish the comments of trusted users at once",
                0))
        .filter(limit -> limit.use() > 0 && load.hasListings());
  }

  private static double idleLeases(int ranges, int hosts) {
    return (ranges * CHECKPOINT + hosts * LEASE_QUERIES * LEASE_QUERY) / RENEW_SECONDS;
  }

  /** A range is polled in each interval and after each batch. */
  private static double polls(double idle, double batches) {
    return (idle + batches) * EMPTY_POLL;
  }

  double provisioned() {
    return containers.stream().mapToDouble(ContainerPlan::provisioned).sum();
  }
}
