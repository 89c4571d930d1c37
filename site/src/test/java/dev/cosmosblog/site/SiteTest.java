package dev.cosmosblog.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site, of this project's documentation and of a small one. */
class SiteTest {
  private static final Path PROJECT = Path.of("..");

  @TempDir Path root;
  @TempDir Path output;

  @BeforeEach
  void writeASmallProject() throws IOException {
    write("README.md", "# Blog\n\nFor a \"blog\". [Paging](docs/paging.md#order-by-time)");
    write(
        "docs/README.md",
        "# All\n\n"
            + "## Use\n\n"
            + "| page |\n"
            + "|---|\n"
            + "| [Paging](paging.md) |\n"
            + "| [Local](../local/README.md#how) |");
    write(
        "docs/paging.md",
        """
        # Paging

        <!-- region: Some#region -->
        ```java
        List<Post> page;
        ```

        ## Order, by time

        [Back](../README.md), [data](../data.json), ![Picture](images/a.png)

        ## Order, by time
        """);
    write("local/README.md", "# Local\n\n## How\n\n[deep](src/test/README.md)");
    write("local/src/test/README.md", "# Deep");
    write("docs/images/a.png", "");
    write("data.json", "{}");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  @Test
  void everyLinkOfTheDocumentationLeadsSomewhere() throws IOException {
    assertThat(new Site(PROJECT, output).write()).isEmpty();
  }

  @Test
  void everyPageIsInTheSearchIndex() throws IOException {
    new Site(PROJECT, output).write();

    String index = text("assets/search-index.js");
    try (Stream<Path> pages = Files.walk(output)) {
      assertThat(pages.filter(page -> page.toString().endsWith(".html")))
          .hasSizeGreaterThan(20)
          .allSatisfy(
              page ->
                  assertThat(index)
                      .contains("[\"" + output.relativize(page).toString().replace('\\', '/')));
    }
  }

  @Test
  void aPageLinksToPagesAndToTheProjectsFilesOnTheWeb() throws IOException {
    assertThat(new Site(root, output).write()).isEmpty();

    assertThat(text("index.html")).contains("<a href=\"docs/paging.html#order-by-time\">");
    assertThat(text("docs/paging.html"))
        .contains(
            "<title>Paging · cosmosblog</title>",
            "<link rel=\"stylesheet\" href=\"../assets/site.css\">",
            "<a href=\"../index.html\">Back</a>",
            "/blob/HEAD/data.json\">data</a>",
            "<a href=\"../docs/paging.html\" aria-current=\"page\">",
            "<h2 id=\"order-by-time\">",
            "<h2 id=\"order-by-time-1\">",
            "List&lt;Post&gt; page;")
        .doesNotContain("region");
    assertThat(text("docs/index.html")).contains("<a href=\"../local/index.html#how\">Local</a>");
    assertThat(text("local/index.html")).contains("/blob/HEAD/local/src/test/README.md\">deep");
    assertThat(output.resolve("docs/images/a.png")).exists();
    assertThat(text("assets/search-index.js")).contains("For a \\\"blog\\\". Paging\"]");
  }

  @Test
  void linksThatLeadNowhereAndPagesOnNoMenuAreNamed() throws IOException {
    write(
        "docs/lost.md",
        "# Lost\n\n[a](paging.md#never) [b](never.md) [c](../never.json) ![d](images/never.png)");

    assertThat(new Site(root, output).write())
        .containsExactly(
            "docs/lost.md is not listed in docs/README.md",
            "docs/lost.md links to paging.html#never, which is not there",
            "docs/lost.md links to never.html, which is not there",
            "docs/lost.md links to ../never.json, which is not there",
            "docs/lost.md links to images/never.png, which is not there");
  }

  @Test
  void theMenuHasTheJavadocIfItHasBeenWritten() throws IOException {
    new Site(root, output).write();
    assertThat(text("index.html")).doesNotContain("Javadoc");

    write("cosmosblog-bom/pom.xml", "<artifactId>some</artifactId><version>${project.version}<");
    write("some/src/main/java/module-info.java", "module some { requires missing; }");
    write("some/src/main/java/some/internal/Hidden.java", "class {");
    write("some/src/main/java/some/Type.java", "package some; /** A type. */ public class Type {}");
    Javadoc.write(root, output.resolve("apidocs"), List.of());

    assertThat(new Site(root, output).write()).isEmpty();
    assertThat(text("docs/paging.html")).contains("<a href=\"../apidocs/index.html\">Javadoc</a>");
    assertThat(text("apidocs/type-search-index.js")).contains("{\"p\":\"some\",\"l\":\"Type\"}");
  }

  private String text(String file) throws IOException {
    return Files.readString(output.resolve(file));
  }
}
