// After the article's stored procedure: what a user wrote in this partition gets the new name. Like
// the article's, it takes the first page of the query for all of it. The user's id is a parameter,
// where the article makes it a part of the query's text.
function updateUsernames(userId, username) {
  const collection = getContext().getCollection();
  const written = {
    query: 'SELECT * FROM p WHERE p.userId = @user',
    parameters: [{ name: '@user', value: userId }]
  };

  collection.queryDocuments(collection.getSelfLink(), written, (failure, items) => {
    if (failure) throw failure;
    for (const item of items) {
      item.userUsername = username;
      collection.upsertDocument(collection.getSelfLink(), item);
    }
  });
}
