package com.example.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * The screenshots of the data explorer in the documentation. {@code -Dupdate.docs=true} replaces
 * them.
 */
@ExtendWith(Browser.Extension.class)
class ExplorerScreenshotsTest {
  private static final Path DOCS = Path.of("..", "..", "cosmos-local", "docs");
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-03-10T09:30:00Z"), ZoneOffset.UTC);
  private static final List<String> STATUSES = List.of("paid", "shipped", "delivered", "returned");
  private static final List<String> CITIES = List.of("Bergen", "Porto", "Utrecht", "Turin");

  private final Random random = new Random(1);

  @Test
  void screenshotsShowAQueryAndAnItem(Browser browser, @TempDir Path folder) throws IOException {
    write(folder, "customers", "id", 12, this::customer);
    write(folder, "orders", "customerId", 60, this::order);
    try (LocalCosmos emulator =
        LocalCosmos.builder().contents(folder).clock(CLOCK).explorer().start()) {
      browser.look("light", 1280, 970);
      browser.open(emulator.explorer().orElseThrow());
      browser.awaitText("h1", "shop / customers");
      query(browser);
      save(browser, "explorer");
      browser.look("dark", 390, 740);
      item(browser);
      save(browser, "explorer-narrow");
    }
  }

  private static void query(Browser browser) {
    browser.script("location.hash = '#/c/shop/orders/query'");
    browser.awaitText("#panel", "Query");
    browser.find("#query").clear();
    browser
        .find("#query")
        .sendKeys(
            "SELECT c.status, COUNT(1) AS orders, SUM(c.total) AS total\nFROM c\n"
                + "WHERE c.placed >= '2026-02-10'\nGROUP BY c.status",
            Keys.chord(Keys.CONTROL, Keys.ENTER));
    browser.awaitText("#cost", "4 rows for ");
  }

  private static void item(Browser browser) {
    browser.script("location.hash = '#/c/shop/orders/items'");
    browser.awaitText("#panel .summary", "50 items");
    // Clicks by a script and keys leave the mouse where it highlights nothing.
    browser.script("document.querySelector('#panel td button').click()");
    browser.awaitText(".tree", "lines 2 elements");
  }

  /** Takes a screenshot that is small enough for a page of the documentation. */
  private static void save(Browser browser, String name) throws IOException {
    Path made = browser.screenshot(name);
    assertThat(Files.size(made)).isBetween(20_000L, 120_000L);
    Path published = DOCS.resolve(name + ".png");
    if (Boolean.getBoolean("update.docs")) {
      Files.copy(made, published, StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(published).as("make it with -Dupdate.docs=true").exists();
  }

  /** Creates the JSON of an item from its number. */
  @FunctionalInterface
  private interface Row {
    String of(int number);
  }

  private static void write(Path folder, String container, String key, int count, Row row)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        ("{'container':{'defaultTtl':-1,'partitionKey':{'paths':['/%s'],'kind':'Hash',"
                + "'version':2}},'throughput':{'offerThroughput':1000}}")
            .formatted(key));
    for (int i = 0; i < count; i++) {
      lines.add(row.of(i));
    }
    lines.replaceAll(line -> line.replace('\'', '"'));
    Files.createDirectories(folder.resolve("shop"));
    Files.write(folder.resolve("shop").resolve(container + ".jsonl"), lines);
  }

  private String customer(int i) {
    return "{'id':'%s','city':'%s'}".formatted(uuid("customer " + i), CITIES.get(i % 4));
  }

  private String order(int i) {
    int teas = 1 + random.nextInt(6);
    int customer = random.nextInt(12);
    return ("{'id':'%s','customerId':'%s','status':'%s','placed':'2026-%02d-%02dT10:15:00Z',"
            + "'total':%s,'lines':[{'sku':'tea-01','name':'Green tea','quantity':%d,'price':6.5},"
            + "{'sku':'cup-03','name':'Cup','quantity':1,'price':12}],'shipTo':{'city':'%s'}}")
        .formatted(
            uuid("order " + i),
            uuid("customer " + customer),
            STATUSES.get(random.nextInt(10) * 4 / 11),
            1 + i / 25,
            1 + i % 25,
            12 + 6.5 * teas,
            teas,
            CITIES.get(customer % 4));
  }

  private static String uuid(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
