package dev.cosmosblog.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A Markdown file of the project, and the HTML page that it becomes. */
final class Page {
  /** Pages are in the root and in the folders there. */
  static final int DEPTH = 2;

  /** Where readers of the site find files of the project that are no pages. */
  private static final String SOURCES = "https://github.com/cosmosblog/cosmosblog/blob/HEAD/";

  private static final List<Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();

  private final Path root;
  private final String source;
  private final Node document;
  private final List<Section> sections = new ArrayList<>();
  private final List<String> images = new ArrayList<>();
  private final Map<Node, String> anchors = new HashMap<>();

  /** A heading, and everything up to the next one. */
  record Section(int level, String anchor, String title, String text, List<Reference> links) {}

  /** A link from one page to another file: its text, and the file's path in the project. */
  record Reference(String text, String target) {}

  /** Reads the file at a path in the project, such as {@code docs/paging.md}. */
  Page(Path root, String source) throws IOException {
    this.root = root;
    this.source = source;
    this.document = PARSER.parse(Files.readString(root.resolve(source)));
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        sections.add(section(heading));
      }
    }
    document.accept(new Rewriting());
  }

  /** Returns whether a path in the project is that of a page. */
  static boolean isPage(Path source) {
    return source.toString().matches("[^.].*\\.md") && source.getNameCount() <= DEPTH;
  }

  private Section section(Heading heading) {
    String title = text(heading);
    String name = title.toLowerCase(Locale.ROOT).replaceAll("(?U)[^\\w\\- ]", "").replace(' ', '-');
    String anchor = name;
    for (int i = 1; anchors.containsValue(anchor); i++) {
      anchor = name + "-" + i;
    }
    anchors.put(heading, anchor);
    StringBuilder text = new StringBuilder();
    List<Reference> links = new ArrayList<>();
    for (Node node = heading.getNext();
        node != null && !(node instanceof Heading);
        node = node.getNext()) {
      text.append(text(node)).append(' ');
      node.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Link link) {
              links.add(new Reference(text(link), target(link.getDestination())));
            }
          });
    }
    return new Section(
        heading.getLevel(), anchor, title, text.toString().strip().replaceAll("\\s+", " "), links);
  }

  String source() {
    return source;
  }

  /** Returns the path of the HTML page in the site. */
  String address() {
    return html(source);
  }

  private static String html(String markdown) {
    return markdown.replaceFirst("README\\.md", "index.md").replaceFirst("\\.md(?=#|$)", ".html");
  }

  /** Returns the way from this page to the root of the site. */
  String base() {
    return "../".repeat(Path.of(source).getNameCount() - 1);
  }

  String title() {
    return sections.get(0).title();
  }

  List<Section> sections() {
    return sections;
  }

  /** Returns the paths in the project of the images that the page shows. */
  List<String> images() {
    return images;
  }

  /** Returns the page's content as HTML, without a layout. */
  String content() {
    return HtmlRenderer.builder()
        .extensions(TABLES)
        .attributeProviderFactory(
            context ->
                (node, tag, attributes) -> {
                  if (anchors.containsKey(node)) {
                    attributes.put("id", anchors.get(node));
                  }
                })
        .build()
        .render(document)
        .replaceAll(
            "<h([2-4]) id=\"([^\"]+)\">(.*)</h\\1>",
            "<h$1 id=\"$2\">$3 <a class=\"anchor\" href=\"#$2\" aria-label=\"Link to this"
                + " section\">#</a></h$1>")
        .replace("<pre>", "<pre tabindex=\"0\">")
        .replace("<table>", "<div class=\"table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>");
  }

  /** Returns the path in the project that a link of this page leads to. */
  private String target(String link) {
    return Path.of(source).resolveSibling(link.replaceFirst("#.*", "")).normalize().toString();
  }

  private static String text(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text node) {
            text.append(node.getLiteral());
          }

          @Override
          public void visit(Code node) {
            text.append(node.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak node) {
            text.append(' ');
          }

          @Override
          public void visit(FencedCodeBlock node) {
            text.append(node.getLiteral());
          }

          @Override
          public void visit(Paragraph node) {
            visitChildren(node);
            text.append(' ');
          }

          @Override
          public void visit(HtmlInline node) {
            text.append(' ');
          }

          @Override
          public void visit(CustomNode node) {
            visitChildren(node);
            text.append(node instanceof TableCell ? " " : "");
          }
        });
    return text.toString();
  }

  /** Lets links lead to pages of the site, or to the project's files where they are on the web. */
  private final class Rewriting extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      String destination = link.getDestination();
      if (!destination.matches("\\w+:.*|#.*")) {
        String target = target(destination);
        if (isPage(Path.of(target))) {
          link.setDestination(html(destination));
        } else if (Files.exists(root.resolve(target))) {
          link.setDestination(SOURCES + target);
        }
      }
      visitChildren(link);
    }

    @Override
    public void visit(Image image) {
      images.add(target(image.getDestination()));
    }

    /** Removes comments, which are for the tests of the documentation. */
    @Override
    public void visit(HtmlBlock block) {
      if (block.getLiteral().startsWith("<!--")) {
        block.unlink();
      }
    }
  }
}
