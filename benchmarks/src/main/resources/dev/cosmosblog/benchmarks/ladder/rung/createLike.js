// The article says that it is similar to createComment.
function createLike(postId, like) {
  const collection = getContext().getCollection();

  collection.readDocument(`${collection.getAltLink()}/docs/${postId}`, (failure, post) => {
    if (failure) throw failure;
    post.likeCount += 1;
    collection.replaceDocument(post._self, post, (failure) => {
      if (failure) throw failure;
      like.postId = postId;
      collection.createDocument(collection.getSelfLink(), like);
    });
  });
}
