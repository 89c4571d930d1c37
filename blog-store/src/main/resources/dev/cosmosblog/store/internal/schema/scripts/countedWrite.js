/**
 * Writes a comment or a like and counts it in its post, or deletes it and counts it off: both or
 * neither, since an error that nothing catches rolls back whatever was done. An error's number tells
 * the client why: 409 the item is there already; 404 the item is not there, or by is 1 and the post
 * is not there, or by is -1 and the comment may have been pending; 412 there is no live post, or by is 1 and it is not published or takes no comments;
 * 449 another writer came between; 408 out of time; any other is the service's own.
 *
 * by: 1 to write, -1 to delete; count: the post's property; item: all of it, or its id and type
 */
function countedWrite(by, postId, count, item) {
  var collection = getContext().getCollection();

  if (by > 0) {
    accepted(collection.createDocument(collection.getSelfLink(), item,
      { disableAutomaticIdGeneration: true },
      function (error) {
        check(error);
        countInPost();
      }));
  } else {
    find(item.id, function (found) {
      // A comment that may have been pending needs a tombstone, so that the change feed removes it from the queue.
      if (!found || found.type !== item.type || found.pending !== undefined) {
        refuse(404, 'There is no such ' + item.type + '.');
      }
      accepted(collection.deleteDocument(found._self, {}, function (error) {
        check(error);
        countInPost();
      }));
    });
  }

  function countInPost() {
    find(postId, function (post) {
      if (!post && by > 0) {
        refuse(404, 'There is no such post.');
      }
      // As QueryTexts.IS_LIVE_POST, IS_LISTED_POST and TAKES_COMMENTS: null and false count as
      // missing, and only true closes the comments.
      if (!post || post.type !== 'post'
          || (post.deleted !== undefined && post.deleted !== null && post.deleted !== false)
          || (by > 0 && post.status !== undefined && post.status !== null
              && post.status !== 'published')) {
        refuse(412, 'There is no such post, or it was deleted or is not published.');
      }
      if (by > 0 && count === 'commentCount' && post.commentsClosed === true) {
        refuse(412, 'The comments of the post are closed.');
      }
      post[count] = sum(post[count], by);
      post.version = sum(post.version, 1);
      accepted(collection.replaceDocument(post._self, post, { etag: post._etag }, check));
    });
  }

  function find(id, then) {
    if (!/^[\w~-]+$/.test(id)) {
      // How a link has to escape other characters is not documented: the item is looked for.
      query(id, undefined, then);
      return;
    }
    accepted(collection.readDocument(collection.getAltLink() + '/docs/' + id, {},
      function (error, item) {
        if (error && error.number === 404) {
          then(undefined);
        } else {
          check(error);
          then(item);
        }
      }));
  }

  // A page may be empty and not be the last one.
  function query(id, continuation, then) {
    var byId = {
      query: 'SELECT * FROM c WHERE c.id = @id',
      parameters: [{ name: '@id', value: id }]
    };
    var options = continuation ? { continuation: continuation } : {};
    accepted(collection.queryDocuments(collection.getSelfLink(), byId, options,
      function (error, items, page) {
        check(error);
        if (items.length === 0 && page.continuation) {
          query(id, page.continuation, then);
        } else {
          then(items[0]);
        }
      }));
  }

  function sum(value, more) {
    if (value !== undefined && typeof value !== 'number') {
      refuse(400, 'What the post counts in is no number.');
    }
    return (value || 0) + more;
  }

  // After a false that is passed over, the script would end and commit what it did so far.
  function accepted(queued) {
    if (!queued) {
      refuse(408, 'The script ran out of time or request units.');
    }
  }

  function check(error) {
    if (error && error.number === 412) {
      refuse(449, 'Another writer came between.');
    }
    if (error) {
      throw error;
    }
  }

  function refuse(number, message) {
    throw new Error(number, message);
  }
}
