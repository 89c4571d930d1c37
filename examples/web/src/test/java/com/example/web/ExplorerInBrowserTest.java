package com.example.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.web.Browser.Rules;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The data explorer of cosmos-local, in Chromium. Skipped if the machine has no browser. */
@ExtendWith(Browser.Extension.class)
class ExplorerInBrowserTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final List<String> NAMES = List.of("ann", "omar", "ruth", "ida", "kai");

  /** Unusual partition key values. Objects and arrays count as undefined. */
  private static final List<String> KEYS =
      List.of("{'x':1}", "['x']", "'p/q'", "9007199254740993", "null");

  private static final String DEFINITION =
      "{\"container\":{\"defaultTtl\":-1,\"partitionKey\":{\"paths\":[\"%s\"],\"kind\":\"Hash\",\"version\":2}},"
          + "\"throughput\":{\"offerThroughput\":400}}";

  @TempDir static Path folder;

  private static LocalCosmos emulator;

  private Browser browser;

  @BeforeAll
  static void start(Browser browser) throws IOException {
    write("posts", "/postId", 24, ExplorerInBrowserTest::post);
    write("pages", "/id", 60, "{'id':'page-%02d'}"::formatted);
    write("users", "/userId", 5, ExplorerInBrowserTest::user);
    write("orders", "/customerId", 12, ExplorerInBrowserTest::order);
    write("leases", "/id", 5, ExplorerInBrowserTest::lease);
    write("odd", "/'a/b'", KEYS.size(), i -> "{'id':'odd-%d','a/b':%s}".formatted(i, KEYS.get(i)));
    emulator = LocalCosmos.builder().contents(folder).explorer().start();
    browser.look("light", 1280, 860);
    browser.open(emulator.explorer().orElseThrow());
    browser.awaitText("h1", "blog / leases");
  }

  /** Creates the JSON of an item from its number. */
  @FunctionalInterface
  private interface Row {
    String of(int number);
  }

  private static void write(String container, String key, int count, Row row) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(DEFINITION.formatted(key));
    for (int i = 0; i < count; i++) {
      lines.add(row.of(i).replace('\'', '"'));
    }
    Path file = folder.resolve("blog").resolve(container + ".jsonl");
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  private static String post(int i) {
    return ("{'id':'post-%1$02d','type':'post','postId':'post-%1$02d','userId':'user-%2$d',"
            + "'userUsername':'%3$s','title':'Notes from day %1$d','content':'High water at six.',"
            + "'commentCount':%4$d,'likeCount':%5$d,'creationDate':'2026-03-%6$02dT10:00:00Z',"
            + "'exact':9007199254740993}")
        .formatted(i, i % 5, NAMES.get(i % 5), i % 4, i * 7 % 23, i + 1);
  }

  private static String order(int i) {
    return ("{'id':'%s','customerId':'%s','status':'paid','number':%d,'exact':9007199254740993,"
            + "'lines':[{'sku':'tea-01','name':'Green tea','price':6.5},{'sku':'cup-03'}],"
            + "'where':{'last-seen':'Bergen'}}")
        .formatted(uuid("order " + i), uuid("customer " + i % 3), i);
  }

  private static String uuid(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static String user(int i) {
    return "{'id':'user-%1$d','userId':'user-%1$d','type':'user','username':'%2$s'}"
        .formatted(i, NAMES.get(i));
  }

  private static String lease(int i) {
    return ("{'id':'blog..%1$d','LeaseToken':'%1$d','Owner':'%2$s','ContinuationToken':'%3$d',"
            + "'timestamp':'2026-01-01T00:00:00Z'}")
        .formatted(i, i < 3 ? "host-a" : "host-b", 12 * i);
  }

  @AfterAll
  static void stop() {
    if (emulator != null) {
      emulator.close();
    }
  }

  @BeforeEach
  void begin(Browser shared) {
    browser = shared;
    browser.look("light", 1280, 860);
  }

  /** Writes an item as another client. */
  private static void upsert(String container, String item, String key) {
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(item.replace('\'', '"'));
    String response =
        sent(
            request("dbs/blog/colls/" + container + "/docs", key)
                .header("x-ms-documentdb-is-upsert", "True")
                .POST(body));
    assertThat(response).contains("_etag");
  }

  private static String read(String container, String id) {
    return sent(request("dbs/blog/colls/" + container + "/docs/" + id, id));
  }

  private static HttpRequest.Builder request(String path, String key) {
    String[] explorer = emulator.explorer().orElseThrow().split("#");
    return HttpRequest.newBuilder(URI.create(explorer[0] + "api/" + path))
        .header("x-cosmos-local-token", explorer[1])
        .header("x-ms-documentdb-partitionkey", "[\"" + key + "\"]");
  }

  private static String sent(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void show(String place) {
    // An unchanged hash wouldn't load the view again.
    browser.script(
        "delete document.getElementById('view').dataset.place;"
            + "if (location.hash === arguments[0]) dispatchEvent(new Event('hashchange'));"
            + "else location.hash = arguments[0]",
        place);
    String shown = "return document.getElementById('view').dataset.place";
    browser.await(place, page -> place.equals(browser.script(shown)));
  }

  private void type(String selector, String text) {
    browser.find(selector).clear();
    browser.find(selector).sendKeys(text);
  }

  private void open(String container, String id) {
    show("#/c/blog/" + container + "/items");
    browser.await("the list", page -> !page.findElements(By.cssSelector("#panel table")).isEmpty());
    type("#filter", "WHERE c.id = '" + id + "'" + Keys.ENTER);
    browser.awaitText("#panel .summary", "1 item");
    browser.click("tr[data-id='" + id + "'] button");
    browser.awaitText(".editor h2", id);
  }

  private void openQuery(String container) {
    show("#/c/blog/" + container + "/query");
    browser.await("the box", page -> page.findElements(By.id("query")).size() == 1);
  }

  private void run(String query) {
    type("#query", query);
    browser.click("#run");
  }

  private void replaceInEditor(String from, String to) {
    browser.script(
        "const area = document.getElementById('json');"
            + " area.value = area.value.replace(arguments[0], arguments[1])",
        from,
        to);
  }

  @Test
  void savingAnItemChecksItsEntityTagAndKeepsAllDigits() {
    open("posts", "post-03");
    browser.click("#edit");
    replaceInEditor("High water at six.", "Low water at noon.");
    browser.click("#save");
    browser.awaitText("#status", "Saved");
    assertThat(read("posts", "post-03"))
        .contains("\"content\":\"Low water at noon.\"", "\"exact\":9007199254740993");

    upsert("posts", "{'id':'post-03','postId':'post-03','title':'Theirs'}", "post-03");
    browser.click("#edit");
    replaceInEditor("Low water", "No water");
    browser.click("#save");
    browser.awaitText("#problem", "The item has changed since you opened it");
    replaceInEditor("\"id\"", "id");
    browser.click("#save");
    browser.awaitText("#problem", "Invalid JSON");
  }

  @Test
  void itemsAreShownInPagesOfFifty() {
    show("#/c/blog/pages/items");
    browser.awaitText("#panel .summary", "Page 1, 50 items");
    Set<String> seen = new HashSet<>(idsOfRows());
    assertThat(seen).hasSize(50);
    assertThat(turner("First page").isEnabled()).isFalse();

    turner("Next page").click();
    browser.awaitText("#panel .summary", "Page 2, 10 items");
    assertThat(idsOfRows()).hasSize(10).doesNotContainAnyElementsOf(seen);
    assertThat(turner("Next page").isEnabled()).isFalse();

    turner("First page").click();
    browser.awaitText("#panel .summary", "Page 1, 50 items");
    assertThat(idsOfRows()).containsExactlyInAnyOrderElementsOf(seen);
  }

  private WebElement turner(String name) {
    return browser.driver().findElement(By.xpath("//*[@id='panel']//button[.='" + name + "']"));
  }

  private List<String> idsOfRows() {
    return browser.driver().findElements(By.cssSelector("#panel tr[data-id]")).stream()
        .map(row -> row.getDomAttribute("data-id"))
        .toList();
  }

  @Test
  void aQueryShowsRowsChargePlanAndIndexUsage() throws IOException {
    openQuery("posts");
    type(
        "#query",
        "SELECT c.userUsername, COUNT(1) AS posts, MAX(c.likeCount) AS likes\nFROM c\n"
            + "WHERE c.type = 'post' AND c.creationDate < '2026-04'\nGROUP BY c.userUsername");
    browser.find("#query").sendKeys(Keys.chord(Keys.CONTROL, Keys.ENTER));
    browser.awaitText("#cost", "5 rows for ");
    assertThat(browser.text("#cost"))
        .containsPattern("\\d+\\.\\d\\d RU from 5 physical partitions");
    assertThat(browser.text("#result table")).contains("userUsername", "omar");
    assertThat(browser.text(".uses")).contains("/type =", "/creationDate <");
    assertThat(browser.text("#result dl")).contains("Merged\nyes", "Groups\nc.userUsername");
  }

  @Test
  void aFailedQueryShowsASentenceBesideItAndNoOldRows() {
    openQuery("posts");
    run("SELECT TOP 1 c.id FROM c");
    browser.awaitText("#cost", "1 row for ");
    run("SELECT *\nFROM c WHER c.id = 3");
    browser.awaitText("#query-error", "Line 2, column 13: ");
    assertThat(browser.text("#query-error"))
        .isEqualTo("Line 2, column 13: Syntax error, incorrect syntax near 'c'.");
    assertThat(browser.text("#result")).isEmpty();
    assertThat(browser.text("#problem")).isEmpty();
    assertThat(
            browser.script(
                "const a = document.activeElement;"
                    + "return a.id + ' ' + a.value.slice(a.selectionStart, a.selectionEnd)"))
        .isEqualTo("query c");

    run("SELECT VALUE 1 FROM c WHERE c.id = 'post-01'");
    browser.awaitText("#cost", "1 row for ");
    assertThat(browser.text("#query-error")).isEmpty();

    open("posts", "post-02");
    type("#filter", "WHERE c. = 3" + Keys.ENTER);
    browser.awaitText("#filter-error", "Syntax error, incorrect syntax near '='.");
    assertThat(idsOfRows()).isEmpty();
    type("#filter", "WHERE c.id = 'post-02'" + Keys.ENTER);
    browser.awaitText("#panel .summary", "1 item");
    assertThat(browser.text("#filter-error")).isEmpty();
  }

  @Test
  void queriesAreKeptInAHistoryOfTheContainer() {
    openQuery("pages");
    String stored = "return localStorage.getItem('queries:dbs/blog/colls/pages')";
    browser.script(
        "localStorage.setItem('queries:dbs/blog/colls/pages', JSON.stringify("
            + "Array.from({length: 20}, (_, i) => 'SELECT VALUE ' + i)))");
    openQuery("pages");
    run("SELECT VALUE 7");
    browser.awaitText("#cost", "1 row");
    run("SELECT VALUE c.id FROM c WHERE c.id = 'page-07'");
    browser.awaitText("#result pre", "\"page-07\"");
    assertThat(browser.text("#history summary")).isEqualTo("History (20)");
    assertThat(browser.script(stored))
        .asString()
        .startsWith(
            "[\"SELECT VALUE c.id FROM c WHERE c.id = 'page-07'\","
                + "\"SELECT VALUE 7\",\"SELECT VALUE 0\",")
        .endsWith("\"SELECT VALUE 18\"]");

    browser.click("#history summary");
    browser.click("#history li:nth-child(3) button");
    assertThat(browser.script("return document.activeElement.value")).isEqualTo("SELECT VALUE 0");
    browser.click("#clear");
    assertThat(browser.find("#history").isDisplayed()).isFalse();
    assertThat(browser.script(stored)).isNull();
  }

  @Test
  void anItemIsATreeWhosePartsCanBeCopied() {
    browser.script("navigator.clipboard.writeText = async text => { window.copied = text; }");
    String id = uuid("order 3");
    open("orders", id);
    assertThat(browser.text(".tree")).contains("lines 2 elements", "exact 9007199254740993");
    assertThat(isTrue("return scrollY === 0")).as("the header stays").isTrue();

    browser.script("document.querySelector('.tree > li').focus()");
    press(Keys.END, Keys.HOME, Keys.ARROW_LEFT);
    assertThat(browser.text(".tree")).startsWith("c ").doesNotContain("lines");
    press(Keys.ARROW_RIGHT);
    click(".name", "lines");
    assertThat(browser.text(".tree")).contains("lines 2 elements").doesNotContain("0 3 prop");
    press(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ENTER, Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    assertThat(browser.text("#path")).isEqualTo("c.lines[0].name");
    assertThat(copied("#copy-path", "Path copied")).isEqualTo("c.lines[0].name");
    assertThat(copied("#copy-value", "Value copied")).isEqualTo("\"Green tea\"");
    click(".name", "last-seen");
    assertThat(copied("#copy-path", "Path copied")).isEqualTo("c[\"where\"][\"last-seen\"]");
    assertThat(copied("#copy-item", "Item copied"))
        .startsWith("{\n  \"id\": \"" + id + "\",\n")
        .contains("\"exact\": 9007199254740993,\n");
  }

  private void press(Keys... keys) {
    for (Keys key : keys) {
      browser.driver().switchTo().activeElement().sendKeys(key);
    }
  }

  /** Clicks the element with a text. */
  private void click(String selector, String text) {
    browser.driver().findElements(By.cssSelector(selector)).stream()
        .filter(element -> element.getText().equals(text))
        .findFirst()
        .orElseThrow()
        .click();
  }

  private String copied(String button, String status) {
    browser.script("window.copied = null");
    browser.click(button);
    browser.awaitText("#status", status);
    browser.await("a copy", page -> isTrue("return window.copied !== null"));
    return String.valueOf(browser.script("return window.copied"));
  }

  @Test
  void idsOf36CharactersAreOnOneLine() {
    for (int width : new int[] {1280, 390}) {
      browser.look("dark", width, 860);
      open("orders", uuid("order 5"));
      assertThat(
              isTrue(
                  "const link = document.querySelector('td button');"
                      + "return link.offsetHeight < 30 && link.scrollWidth <= link.clientWidth"
                      + " && link.getBoundingClientRect().right <= innerWidth"))
          .as("%d px", width)
          .isTrue();
      assertThat(browser.find("#tree").isDisplayed()).as("the containers").isEqualTo(width > 390);
    }
    assertThat(browser.text(".facts")).contains("Time to live on, no default");
    browser.look("light", 1280, 860);
    assertThat(
            isTrue(
                "const list = document.querySelector('#panel .scroll');"
                    + "return list.scrollWidth <= list.clientWidth"))
        .as("no column of the list is cut off beside an item")
        .isTrue();
  }

  @Test
  void textOfAnItemIsNeverMarkup() {
    String text = "<img src=x onerror=window.ran=1><script>window.ran=1</script>";
    String item = "{'id':'<b>x','userId':'user-9','username':\"" + text + "\"}";
    upsert("users", item, "user-9");
    for (String view : List.of("items", "query", "feed")) {
      show("#/c/blog/users/" + view);
      if (view.equals("query")) {
        browser.click("#run");
      } else if (view.equals("feed")) {
        browser.awaitText("#panel .summary", "0 changes");
        upsert("users", item, "user-9");
      }
      browser.awaitText("#panel", "<b>x");
    }
    assertThat(browser.text("#feed")).contains("<script>window.ran=1</script>");
    assertThat(browser.script("return document.querySelectorAll('#view img, #view script').length"))
        .isEqualTo(0L);
    assertThat(browser.script("return window.ran === undefined")).isEqualTo(true);
  }

  @Test
  void theChangeFeedShowsAWriteWithoutReload() {
    show("#/c/blog/users/feed");
    browser.awaitText("#panel .summary", "0 changes");
    upsert("users", "{'id':'user-2','userId':'user-2','username':'rosa'}", "user-2");
    browser.awaitText("#feed", "rosa");
    browser.awaitText("#panel .summary", "1 change ");
    browser.click("#panel .bar button");
    browser.awaitText("#panel .summary", ", paused");
    browser.click("#panel .bar button");
    browser.await("resumed", page -> !browser.text("#panel .summary").contains("paused"));
  }

  @Test
  void itemsWithUnusualPartitionKeysOpen() {
    show("#/c/blog/odd/items");
    for (int i = 0; i < KEYS.size(); i++) {
      browser.click("tr[data-id='odd-" + i + "'] button");
      browser.awaitText(".editor h2", "odd-" + i);
    }
    browser.click("#new");
    assertThat(browser.script("return document.getElementById('json').value"))
        .isEqualTo("{\n  \"id\": \"\",\n  \"a/b\": \"\"\n}");
  }

  @Test
  void runningAQueryTwiceShowsItsRowsOnce() {
    openQuery("posts");
    type("#query", "SELECT c.id, c.exact, [c.exact] AS all FROM c WHERE c.postId = 'post-07'");
    browser.script("performance.clearResourceTimings()");
    String run = Keys.chord(Keys.CONTROL, Keys.ENTER);
    browser.find("#query").sendKeys(run, run);
    awaitRequests(2, "/posts/docs");
    browser.awaitText("#cost", "1 row for ");
    assertThat(browser.text("#result table")).contains("9007199254740993", "[9007199254740993]");
    assertThat(browser.script("return document.querySelector('#result details pre').textContent"))
        .asString()
        .contains("\"exact\": 9007199254740993");
  }

  /** Waits until this many requests to a path have completed since the timings were cleared. */
  private void awaitRequests(int count, String path) {
    String found =
        "return performance.getEntriesByType('resource')"
            + ".filter(each => each.name.endsWith(arguments[0])).length >= arguments[1]";
    browser.await(count + " requests of " + path, page -> isTrue(found, path, count));
  }

  private boolean isTrue(String script, Object... arguments) {
    return Boolean.TRUE.equals(browser.script(script, arguments));
  }

  @Test
  void pollingKeepsFocusAndScrollPosition() {
    browser.script(
        "window.slowly ??= window.setInterval;"
            + "window.setInterval = (action, ms) => slowly(action, Math.min(ms, 150))");
    show("#/faults");
    browser.await("the form", page -> page.findElements(By.id("add")).size() == 1);
    browser.click("#add");
    browser.awaitText("#rules", "429, too many requests");
    keepFocus("#stop", "/switches");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
    browser.awaitText("#rules", "No faults");
    assertThat(browser.script("return document.activeElement.id")).isEqualTo("add");
    browser.look("light", 320, 860);
    show("#/leases");
    keepFocus("#leases .scroll", "/leases/docs");
    show("#/c/blog/posts/partitions");
    keepFocus("#panel .scroll", "/colls/posts");
    browser.script("window.setInterval = window.slowly");
  }

  /** Asserts that an element keeps its focus and scroll position during polls. */
  private void keepFocus(String selector, String polled) {
    browser.await("rows", page -> page.findElements(By.cssSelector("td")).size() > 1);
    browser.script(
        "performance.clearResourceTimings(); window.kept = document.querySelector(arguments[0]);"
            + "kept.focus(); kept.scrollLeft = 40; window.from = kept.scrollLeft",
        selector);
    awaitRequests(4, polled);
    assertThat(isTrue("return document.activeElement === kept && kept.scrollLeft === from"))
        .as(selector)
        .isTrue();
    assertThat(isTrue("return from === (kept.matches('.scroll') ? 40 : 0)")).as(selector).isTrue();
  }

  @Test
  void splittingAPartitionUpdatesTheList() {
    show("#/c/blog/users/partitions");
    browser.click("#split-0");
    browser.driver().switchTo().alert().dismiss();
    assertThat(emulator.partitionIds("blog", "users")).hasSize(5);
    browser.click("#split-0");
    browser.driver().switchTo().alert().accept();
    browser.awaitText("#status", "Partition 0 was split into");
    browser.await("six rows", page -> page.findElements(By.cssSelector("tbody tr")).size() == 6);
    assertThat(emulator.partitionIds("blog", "users")).hasSize(6);
    browser.awaitText("#panel .empty", "6 physical partitions");
  }

  @Test
  void hostsThatDoNotRenewTheirLeasesAreMarkedAsGone() {
    upsert("leases", lease(3).replace("2026-01-01T00:00:00Z", "" + Instant.now()), "blog..3");
    show("#/leases");
    browser.awaitText(".hosts li:nth-child(1)", "host-a gone 3 leases, renewed ");
    browser.awaitText(".hosts li:nth-child(2)", "host-b 2 leases, renewed ");
    assertThat(browser.text(".hosts li:nth-child(1)")).containsPattern("\\d+ days ago");
    browser.script("window.now = Date.now; Date.now = () => now() + 61000");
    show("#/leases");
    browser.awaitText(".hosts li:nth-child(2)", "host-b gone 2 leases, renewed 6");
    browser.script("Date.now = window.now");
  }

  @Test
  void faultsCanBeStopped() {
    show("#/faults");
    browser.await("the form", page -> page.findElements(By.id("add")).size() == 1);
    browser.click("#add");
    browser.awaitText("#state", "1 fault active");
    browser.awaitText("#rules", "429, too many requests");
    browser.click("#stop");
    browser.awaitText("#rules", "No faults");
    assertThat(emulator.faultCounts().total()).isZero();
  }

  @Test
  void serviceConditionsCanBeChangedAndFailoverIsConfirmed() throws IOException {
    show("#/faults");
    browser.await("the form", page -> page.findElements(By.id("replicaLagMs")).size() == 1);
    assertThat(browser.find("#failover").isEnabled()).isFalse();
    type("#replicaLagMs", "100" + Keys.TAB);
    browser.awaitText("#state", "Replicas lag");
    type("#recoveryPointMs", "60000" + Keys.TAB);
    browser.await("the button", page -> browser.find("#failover").isEnabled());
    upsert("users", "{'id':'user-8','userId':'user-8','username':'lost'}", "user-8");
    browser.screenshot("explorer-conditions");
    browser.click("#failover");
    assertThat(browser.driver().switchTo().alert().getText())
        .isEqualTo("Fail over and lose the writes of the last 1 minute?");
    browser.driver().switchTo().alert().dismiss();
    assertThat(read("users", "user-8")).contains("lost");
    browser.click("#failover");
    browser.driver().switchTo().alert().accept();
    browser.awaitText("#status", "The failover lost 1 transaction");
    assertThat(read("users", "user-8")).doesNotContain("lost");
    type("#replicaLagMs", "0" + Keys.TAB);
    type("#recoveryPointMs", "0" + Keys.TAB);
    browser.await("the button", page -> !browser.find("#failover").isEnabled());
  }

  @Test
  void theKeyboardReachesTheContentAndTheTabs() {
    show("#/c/blog/posts/items");
    browser.awaitText("#tab-items[aria-selected=true]", "Items");
    browser.awaitText("#panel", "Page 1");
    String first = "return document.querySelector('a, button, input, select, textarea').id";
    assertThat(browser.script(first)).isEqualTo("skip");
    String focused = "return document.activeElement.id";
    browser.script("document.getElementById('skip').focus()");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
    assertThat(browser.script(focused)).isEqualTo("main");
    browser.find("#tab-items").sendKeys(Keys.ARROW_RIGHT);
    browser.await("the next tab", page -> browser.script(focused).equals("tab-query"));
    assertThat(browser.find("#tab-query").getAttribute("aria-selected")).isEqualTo("true");
  }

  @Test
  void allViewsAreAccessibleInBothSchemesAndOnAPhone() throws IOException {
    List<String> problems = new ArrayList<>();
    open("posts", "post-05");
    for (String scheme : List.of("light", "dark")) {
      for (int width : new int[] {1280, 390}) {
        browser.look(scheme, width, 860);
        String look = "items " + scheme + " " + width + ": ";
        if (width > 390) {
          problems.addAll(violations(look, scheme));
        }
        problems.addAll(tooWide(look, width));
        browser.screenshot("explorer-items-%d-%s".formatted(width, scheme));
      }
    }
    for (String place :
        List.of("c/blog/posts/query", "c/blog/posts/partitions", "leases", "faults")) {
      show("#/" + place);
      browser.await(
          "its content",
          page ->
              !page.findElements(By.cssSelector("#split-1, #run, #leases table, #add")).isEmpty());
      problems.addAll(problemsInBothSchemes(place));
    }
    openQuery("posts");
    run("SELECT * FROM c WHERE c.type = 'post'");
    browser.awaitText("#cost", " rows for ");
    browser.click("#history summary");
    browser.click("#result summary");
    problems.addAll(problemsInBothSchemes("rows and history"));
    run("SELECT *\nFROM c WHER c.id = '" + "long".repeat(40) + "'");
    browser.awaitText("#query-error", "Line 2");
    problems.addAll(problemsInBothSchemes("query error"));
    show("#/c/blog/users/feed");
    browser.awaitText("#panel .summary", "0 changes");
    upsert("users", user(1), "user-1");
    browser.awaitText("#feed", "omar");
    problems.addAll(problemsInBothSchemes("feed"));
    assertThat(problems).isEmpty();
  }

  /** Returns the problems on a wide light page and on a narrow dark one. */
  private List<String> problemsInBothSchemes(String look) {
    browser.look("light", 1280, 860);
    List<String> problems = new ArrayList<>(violations(look + ": ", "light"));
    browser.look("dark", 390, 860);
    problems.addAll(violations(look + " dark: ", "dark"));
    problems.addAll(tooWide(look + ": ", 390));
    browser.look("light", 1280, 860);
    return problems;
  }

  private List<String> tooWide(String look, int width) {
    Object needed = browser.script("return document.documentElement.scrollWidth");
    return ((Number) needed).intValue() > width
        ? List.of(look + "needs a width of " + needed)
        : List.of();
  }

  /** In the dark scheme, only color contrast can differ. */
  private List<String> violations(String look, String scheme) {
    List<String> found =
        scheme.equals("dark")
            ? browser.seriousViolations(Rules.CONTRAST)
            : browser.seriousViolations(Rules.ALL);
    return found.stream().map(violation -> look + violation).toList();
  }

  @Test
  void withoutATokenThePageExplainsHowToConnect() {
    browser.script("sessionStorage.clear(); location.hash = ''; location.reload()");
    browser.awaitText("#problem", "Open the address that the emulator printed at startup");
    browser.script("location.hash = arguments[0]", emulator.explorer().orElseThrow().split("#")[1]);
    browser.awaitText("h1", "blog / leases");
  }
}
