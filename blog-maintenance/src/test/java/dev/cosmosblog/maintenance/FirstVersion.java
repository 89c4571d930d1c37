package dev.cosmosblog.maintenance;

/**
 * A blog as the article's V1 has it: no counts, no names, likes under any id, users by {@code /id}.
 */
final class FirstVersion {
  static final int USERS = 4;
  static final int POSTS = 5;

  private FirstVersion() {}

  /** Post p-n has n + 1 comments and likes; u0 likes p4 twice. */
  static ForeignBlog blog(TestBackend backend) {
    ForeignBlog blog = ForeignBlog.withFormerUsers(backend);
    for (int user = 0; user < USERS; user++) {
      blog.create("users", "{'id':'u%d','username':'User %d'}".formatted(user, user));
    }
    for (int post = 0; post < POSTS; post++) {
      blog.create(
          "posts",
          ("{'id':'p%d','type':'post','postId':'p%d','userId':'u%d','title':'T','content':'C',"
                  + "'creationDate':'%s'}")
              .formatted(post, post, post % USERS, date(post + 1)));
      for (int n = 0; n <= post; n++) {
        reaction(blog, "comment", "c" + n, post, n % USERS);
        reaction(blog, "like", "random-" + n, post, n % USERS);
      }
    }
    return blog;
  }

  static void reaction(ForeignBlog blog, String type, String id, int post, int user) {
    blog.create(
        "posts",
        "{'id':'%s','type':'%s','postId':'p%d','userId':'u%d','content':'Hm','creationDate':'%s'}"
            .formatted(id, type, post, user, date(9)));
  }

  static String date(int day) {
    return "2026-01-0%dT00:00:00.000Z".formatted(day);
  }
}
