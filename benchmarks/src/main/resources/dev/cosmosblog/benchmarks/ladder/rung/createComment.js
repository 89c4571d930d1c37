// After the article's stored procedure: reads the post, counts the comment in it, writes both.
function createComment(postId, comment) {
  const collection = getContext().getCollection();

  collection.readDocument(`${collection.getAltLink()}/docs/${postId}`, (failure, post) => {
    if (failure) throw failure;
    post.commentCount += 1;
    collection.replaceDocument(post._self, post, (failure) => {
      if (failure) throw failure;
      comment.postId = postId;
      collection.createDocument(collection.getSelfLink(), comment);
    });
  });
}
