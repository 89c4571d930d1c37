package dev.cosmosblog.examples.ldbc;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The files of the data set's state, in the order in which they can be loaded. */
enum DataTable {
  /** Persons. */
  PERSON("person", "id", "firstName", "lastName") {
    @Override
    Addition parse(Row row) throws MalformedRowException {
      return AddUser.of(row);
    }
  },
  /** Posts. */
  POST("post", "id", "imageFile", "creationDate", "content", "creator") {
    @Override
    Addition parse(Row row) throws MalformedRowException {
      return AddPost.of(row, DateStyle.TEXT);
    }
  },
  /** Comments. */
  COMMENT("comment", "id", "creationDate", "content", "creator", "replyOfPost", "replyOfComment") {
    @Override
    Addition parse(Row row) throws MalformedRowException {
      return AddComment.of(row, DateStyle.TEXT);
    }
  },
  /** Likes of posts. */
  LIKE("person_likes_post", "Person.id", "Post.id", "creationDate") {
    @Override
    Addition parse(Row row) throws MalformedRowException {
      return AddLike.of(row, DateStyle.TEXT);
    }
  };

  private final Pattern fileName;
  private final List<String> columns;

  DataTable(String name, String... columns) {
    this.fileName = Pattern.compile(name + "_\\d+_\\d+\\.csv");
    this.columns = List.of(columns);
  }

  boolean isIn(Path file) {
    return fileName.matcher(String.valueOf(file.getFileName())).matches();
  }

  /** Where in a file with this header the columns stand that {@link #parse} wants. */
  int[] columnsIn(Row header) throws MalformedRowException {
    int[] found = columns.stream().mapToInt(header.fields()::indexOf).toArray();
    for (int i = 0; i < found.length; i++) {
      if (found[i] < 0) {
        throw new MalformedRowException(
            "the header has no column '" + columns.get(i) + "'; the file is skipped");
      }
    }
    return found;
  }

  /** Reads a row of the wanted columns. */
  abstract Addition parse(Row row) throws MalformedRowException;
}
