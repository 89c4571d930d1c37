// After the article's post-trigger: counts the feed and deletes its oldest posts beyond 100. It adds
// one to the count, for the post just written, which the query does not see.
function truncateFeed() {
  const mostPosts = 100;
  const collection = getContext().getCollection();
  const self = collection.getSelfLink();

  collection.queryDocuments(self, 'SELECT VALUE COUNT(1) FROM f', (failure, counts) => {
    if (failure) throw failure;
    const surplus = counts[0] + 1 - mostPosts;
    if (surplus > 0) removeOldest(surplus);
  });

  function removeOldest(surplus) {
    const oldest = {
      query: 'SELECT TOP @surplus * FROM f ORDER BY f.creationDate',
      parameters: [{ name: '@surplus', value: surplus }]
    };
    collection.queryDocuments(self, oldest, (failure, posts) => {
      if (failure) throw failure;
      remove(posts, 0);
    });
  }

  function remove(posts, next) {
    if (next === posts.length) return;
    collection.deleteDocument(posts[next]._self, (failure) => {
      if (failure) throw failure;
      remove(posts, next + 1);
    });
  }
}
