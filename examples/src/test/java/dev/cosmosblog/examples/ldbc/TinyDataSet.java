package dev.cosmosblog.examples.ldbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A data set of a few rows, which shows each thing that the format can say. */
record TinyDataSet(Path directory) {
  static final String DATE = "2010-06-27T23:36:57.962+0000";

  static TinyDataSet in(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("dynamic"));
    Files.createDirectories(directory.resolve("update_streams"));
    TinyDataSet data = new TinyDataSet(directory);
    data.persons();
    data.posts();
    data.comments();
    data.likes();
    data.updates();
    return data;
  }

  private void persons() throws IOException {
    add(
        "dynamic/person_0_0.csv",
        """
        id|firstName|lastName|gender|birthday|creationDate|locationIP|browserUsed|place
        1|Jose|Alonso|female|1987-09-18|2010-09-16T06:54:00.602+0000|196.1.135.241|Chrome|1073
        2|Chong|Zhang|male|1983-01-20|2010-06-13T12:14:32.690+0000|1.4.40.92|Chrome|314
        3|Dặng|Dinh|male|1983-01-20|2010-06-13T12:14:32.690+0000|1.4.40.92|Chrome|314
        """);
  }

  private void posts() throws IOException {
    add(
        "dynamic/post_0_0.csv",
        """
        id|imageFile|creationDate|locationIP|browserUsed|language|content|length|creator|\
        Forum.id|place
        100|photo100.jpg|2010-11-25T05:58:53.756+0000|41.78.114.237|Chrome|||0|1|900|110
        101||2010-11-25T05:58:54.756+0000|41.78.114.237|Chrome|uz|%s|150|2|900|110
        102||2010-11-25T07:58:55.756+0200|41.78.114.237|Chrome|uz|"quoted", 'or' not \\ |20|2|\
        900|110
        """
            .formatted("About Ægypt and more. ".repeat(7)));
  }

  private void comments() throws IOException {
    add(
        "dynamic/comment_0_0.csv",
        """
        id|creationDate|locationIP|browserUsed|content|length|creator|place|replyOfPost|\
        replyOfComment
        201|2010-11-26T05:58:53.756+0000|1.1.1.1|Chrome|yes|3|2|60||200
        200|2010-11-26T04:58:53.756+0000|1.1.1.1|Chrome|no|2|3|60|101|
        """);
  }

  private void likes() throws IOException {
    add(
        "dynamic/person_likes_post_0_0.csv",
        """
        Person.id|Post.id|creationDate
        3|100|2010-11-26T05:58:46.377+0000
        2|100|2010-11-26T05:58:46.378+0000
        """);
    add(
        "dynamic/person_likes_comment_0_0.csv",
        """
        Person.id|Comment.id|creationDate
        1|200|2010-11-26T05:58:46.377+0000
        """);
  }

  private void updates() throws IOException {
    add(
        "update_streams/updateStream_0_0_person.csv",
        """
        1290926804528|0|1|4|Akira|Ito|female|365126400000|1290926804528|27.126.77.129|Chrome|\
        698|ja;en|a@b.c|6;564|4747,2003|673,2005
        """);
    add(
        "update_streams/updateStream_0_0_forum.csv",
        """
        1290926804530|0|7|202|1290926804530|1.1.1.1|Chrome|great|5|4|50|-1|203|6;7
        1290926804529|0|6|103|photo103.jpg|1290926804529|27.34.236.210|Safari|||0|4|900|1|
        1290926804531|0|7|203|1290926804531|1.1.1.1|Chrome|right|5|1|59|103|-1|
        1290926804532|0|2|4|103|1290926804532
        1290926804533|0|2|1|103|1290926804533
        1290926804534|0|3|4|200|1290926804534
        1290926804535|0|4|901|Album|1290926804535|1|1173
        1290926804536|0|5|901|1|1290926804536
        1290926804537|0|8|1|2|1290926804537
        """);
  }

  Path add(String file, String rows) throws IOException {
    return Files.writeString(
        directory.resolve(file), rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
