package dev.cosmosblog.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The README, the pages beside it and those in {@code docs} and other folders as a static site,
 * with a search that needs no server.
 */
public final class Site {
  private static final String README = "README.md";
  private static final String CONTENTS = "docs/README.md";
  private static final String JAVADOC = "apidocs/index.html";
  private static final Pattern LINK = Pattern.compile(" (?:href|src)=\"([^\"]*)\"");
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private final Path root;
  private final Path output;
  private final Map<String, Page> pages = new LinkedHashMap<>();

  /** The pages that the menu lists under one heading. */
  private record Group(String title, List<Page.Reference> entries) {}

  Site(Path root, Path output) throws IOException {
    this.root = root;
    this.output = output;
    try (Stream<Path> files = Files.walk(root, Page.DEPTH)) {
      for (Path file : files.map(root::relativize).filter(Page::isPage).sorted().toList()) {
        String source = file.toString().replace('\\', '/');
        pages.put(source, new Page(root, source));
      }
    }
  }

  /**
   * Writes the site with the Javadoc.
   *
   * @param args the project's folder, the folder to write to, and options for {@code javadoc}
   * @throws IOException if a file cannot be read or written
   * @throws IllegalStateException if a link leads nowhere, or the Javadoc has a warning
   */
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toAbsolutePath().normalize();
    Path output = Path.of(args[1]).toAbsolutePath().normalize();
    Javadoc.write(root, output.resolve("apidocs"), Arrays.asList(args).subList(2, args.length));
    List<String> problems = new Site(root, output).write();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join(System.lineSeparator(), problems));
    }
    System.out.println(output.resolve("index.html").toUri());
  }

  /** Writes all pages and returns what is wrong with them, such as links that lead nowhere. */
  List<String> write() throws IOException {
    List<Group> menu = menu();
    String layout = resource("layout.html");
    for (Page page : pages.values()) {
      Map<String, String> values =
          Map.of(
              "title", escaped(page.title()),
              "description", escaped(shortened(page.sections().get(0).text())),
              "base", page.base(),
              "menu", html(menu, page),
              "content", page.content());
      write(
          page.address(),
          PLACE
              .matcher(layout)
              .replaceAll(place -> Matcher.quoteReplacement(values.get(place.group(1)))));
      for (String image : page.images()) {
        if (Files.exists(root.resolve(image))) {
          Files.createDirectories(output.resolve(image).getParent());
          Files.copy(
              root.resolve(image), output.resolve(image), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    for (String asset : List.of("site.css", "search.js")) {
      write("assets/" + asset, resource(asset));
    }
    write("assets/search-index.js", index());
    return problems(menu);
  }

  /** Returns the menu: the groups are those of the page that lists all pages. */
  private List<Group> menu() {
    List<Group> menu = new ArrayList<>();
    List<Page.Reference> start = new ArrayList<>();
    start.add(new Page.Reference("Overview", README));
    start.add(new Page.Reference("All pages", CONTENTS));
    if (Files.exists(output.resolve(JAVADOC))) {
      start.add(new Page.Reference("Javadoc", JAVADOC));
    }
    menu.add(new Group("Start", start));
    for (Page.Section section : pages.get(CONTENTS).sections()) {
      List<Page.Reference> entries =
          section.links().stream()
              .filter(link -> link.target().contains("/") && pages.containsKey(link.target()))
              .toList();
      if (!entries.isEmpty()) {
        menu.add(new Group(section.title(), entries));
      }
    }
    menu.add(
        new Group(
            "The project",
            pages.values().stream()
                .filter(page -> page.base().isEmpty() && !page.source().equals(README))
                .map(page -> new Page.Reference(page.title(), page.source()))
                .toList()));
    return menu;
  }

  /** Returns the menu as HTML, with the sections of the current page. */
  private String html(List<Group> menu, Page current) {
    StringBuilder html = new StringBuilder();
    for (Group group : menu) {
      html.append("<h2>%s</h2>\n<ul>\n".formatted(escaped(group.title())));
      for (Page.Reference entry : group.entries()) {
        Page page = pages.get(entry.target());
        html.append(
            "<li><a href=\"%s\"%s>%s</a>%s</li>\n"
                .formatted(
                    current.base() + (page == null ? entry.target() : page.address()),
                    page == current ? " aria-current=\"page\"" : "",
                    escaped(entry.text()),
                    page == current ? sections(page) : ""));
      }
      html.append("</ul>\n");
    }
    return html.toString();
  }

  private static String sections(Page page) {
    return page.sections().stream()
        .filter(section -> section.level() == 2)
        .map(s -> "<li><a href=\"#%s\">%s</a></li>".formatted(s.anchor(), escaped(s.title())))
        .collect(Collectors.joining("\n", "<ul>", "</ul>"));
  }

  /** Returns the sections of all pages as a script: a page in a file may read no other file. */
  private String index() {
    return pages.values().stream()
        .flatMap(
            page ->
                page.sections().stream()
                    .map(
                        section ->
                            Stream.of(
                                    page.address() + "#" + section.anchor(),
                                    page.title(),
                                    section.title(),
                                    section.text())
                                .map(text -> text.replace("\\", "\\\\").replace("\"", "\\\""))
                                .collect(Collectors.joining("\",\"", "[\"", "\"]"))))
        .collect(Collectors.joining(",\n", "searchIndex = [\n", "\n];\n"));
  }

  private List<String> problems(List<Group> menu) throws IOException {
    List<String> problems = new ArrayList<>();
    for (Page page : pages.values()) {
      if (menu.stream()
          .flatMap(group -> group.entries().stream())
          .noneMatch(entry -> entry.target().equals(page.source()))) {
        problems.add(page.source() + " is not listed in " + CONTENTS);
      }
      Path file = output.resolve(page.address());
      for (MatchResult link : LINK.matcher(Files.readString(file)).results().toList()) {
        if (!link.group(1).matches("https?:.*|mailto:.*") && !leadsSomewhere(file, link.group(1))) {
          problems.add(page.source() + " links to " + link.group(1) + ", which is not there");
        }
      }
    }
    return problems;
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
    return Files.isRegularFile(target)
        && (parts.length == 1 || Files.readString(target).contains(" id=\"" + parts[1] + "\""));
  }

  private void write(String address, String text) throws IOException {
    Path file = output.resolve(address);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Site.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("There is no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String shortened(String text) {
    return text.length() <= 160 ? text : text.substring(0, text.lastIndexOf(' ', 160)) + "…";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
