package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tries every route of the router with every kind of credential: + is allowed, - is rejected with
 * 403, ! with 401.
 */
class TokenRoutesTest {
  /** The parts of a request other than its verb and path. */
  private static final Map<String, Map<String, String>> HEADERS =
      Map.ofEntries(
          Map.entry(
              "query",
              Map.of("x-ms-documentdb-isquery", "true", "content-type", "application/query+json")),
          Map.entry("flag", Map.of("x-ms-documentdb-isquery", "true")),
          Map.entry("plan", Map.of("x-ms-cosmos-is-query-plan-request", "true")),
          Map.entry("batch", Map.of("x-ms-cosmos-is-batch-request", "true")),
          Map.entry("atomic", Map.of("x-ms-cosmos-batch-atomic", "true")),
          Map.entry("upsert", Map.of("x-ms-documentdb-is-upsert", "true")),
          Map.entry("feed", Map.of("a-im", "Incremental Feed")),
          Map.entry("trigger", Map.of("x-ms-documentdb-pre-trigger-include", "t")),
          Map.entry("range", Map.of("x-ms-documentdb-partitionkeyrangeid", "0")),
          Map.entry("p", Map.of("x-ms-documentdb-partitionkey", "[\"p\"]")),
          Map.entry("q", Map.of("x-ms-documentdb-partitionkey", "[\"q\"]")));

  /**
   * The columns are: the key; tokens for Read and All on the container c, on its partition key p,
   * on its item i of p, and on its stored procedure s; a token for another container, one whose
   * permission was deleted, an expired one, and no credential. In paths, @ is dbs/db, and ~ is the
   * container.
   */
  private static final String MATRIX =
      """
      verb   path            with          action                key c  p  i  s  oth del exp none
      GET    /               -             READ_ACCOUNT          +   ++ ++ ++ ++ +   -   -   !
      GET    dbs             -             LIST_DATABASES        +   -- -- -- -- -   -   -   !
      POST   dbs             query         LIST_DATABASES        +   -- -- -- -- -   -   -   !
      POST   dbs             -             CREATE_DATABASE       +   -- -- -- -- -   -   -   !
      GET    @               -             READ_DATABASE         +   -- -- -- -- -   -   -   !
      DELETE @               -             DELETE_DATABASE       +   -- -- -- -- -   -   -   !
      GET    @/colls         -             LIST_CONTAINERS       +   -- -- -- -- -   -   -   !
      POST   @/colls         query         LIST_CONTAINERS       +   -- -- -- -- -   -   -   !
      POST   @/colls         -             CREATE_CONTAINER      +   -- -- -- -- -   -   -   !
      GET    ~               -             READ_CONTAINER        +   ++ ++ ++ ++ -   -   -   !
      PUT    ~               -             REPLACE_CONTAINER     +   -+ -- -- -- -   -   -   !
      DELETE ~               -             DELETE_CONTAINER      +   -+ -- -- -- -   -   -   !
      GET    ~/pkranges      -             READ_PARTITION_RANGES +   ++ ++ ++ ++ -   -   -   !
      GET    ~/conflicts     -             LIST_CONFLICTS        +   ++ -- -- -- -   -   -   !
      POST   ~/conflicts     query         LIST_CONFLICTS        +   ++ -- -- -- -   -   -   !
      GET    ~/conflicts/x   -             READ_CONFLICT         +   ++ -- -- -- -   -   -   !
      DELETE ~/conflicts/x   -             DELETE_CONFLICT       +   -+ -- -- -- -   -   -   !
      GET    ~/docs/i        p             READ_ITEM             +   ++ ++ ++ -- -   -   -   !
      GET    ~/docs/k        p             READ_ITEM             +   ++ ++ -- -- -   -   -   !
      GET    ~/docs/i        q             READ_ITEM             +   ++ -- -- -- -   -   -   !
      GET    ~/docs/i        q,query,plan  READ_ITEM             +   ++ -- -- -- -   -   -   !
      GET    ~/docs/i        -             READ_ITEM             +   ++ -- -- -- -   -   -   !
      PUT    ~/docs/i        p             REPLACE_ITEM          +   -+ -+ -+ -- -   -   -   !
      PUT    ~/docs/i        p,query,plan  REPLACE_ITEM          +   -+ -+ -+ -- -   -   -   !
      PUT    ~/docs/i        p,id=i        REPLACE_ITEM          +   -+ -+ -+ -- -   -   -   !
      PUT    ~/docs/i        p,id=b        REPLACE_ITEM          +   -+ -+ -- -- -   -   -   !
      PUT    ~/docs/j        q             REPLACE_ITEM          +   -+ -- -- -- -   -   -   !
      PATCH  ~/docs/i        p             PATCH_ITEM            +   -+ -+ -+ -- -   -   -   !
      PATCH  ~/docs/j        q             PATCH_ITEM            +   -+ -- -- -- -   -   -   !
      DELETE ~/docs/i        p             DELETE_ITEM           +   -+ -+ -+ -- -   -   -   !
      DELETE ~/docs/j        q             DELETE_ITEM           +   -+ -- -- -- -   -   -   !
      POST   ~/docs          p             CREATE_ITEM           +   -+ -+ -- -- -   -   -   !
      POST   ~/docs          p,flag        CREATE_ITEM           +   -+ -+ -- -- -   -   -   !
      POST   ~/docs          q             CREATE_ITEM           +   -+ -- -- -- -   -   -   !
      POST   ~/docs          p,upsert      UPSERT_ITEM           +   -+ -+ -- -- -   -   -   !
      POST   ~/docs          q,upsert      UPSERT_ITEM           +   -+ -- -- -- -   -   -   !
      GET    ~/docs/i        p,trigger     RUN_TRIGGERS          +   -+ -+ -- -- -   -   -   !
      PUT    ~/docs/i        p,trigger     RUN_TRIGGERS          +   -+ -+ -- -- -   -   -   !
      PATCH  ~/docs/i        p,trigger     RUN_TRIGGERS          +   -+ -+ -- -- -   -   -   !
      DELETE ~/docs/i        p,trigger     RUN_TRIGGERS          +   -+ -+ -- -- -   -   -   !
      DELETE ~/docs/j        q,trigger     RUN_TRIGGERS          +   -+ -- -- -- -   -   -   !
      POST   ~/docs          p,trigger     RUN_TRIGGERS          +   -+ -+ -- -- -   -   -   !
      POST   ~/docs          q,trigger,upsert RUN_TRIGGERS          +   -+ -- -- -- -   -   -   !
      POST   ~/docs          p,batch,atomic BATCH                 +   -+ -+ -- -- -   -   -   !
      POST   ~/docs          q,batch,atomic BATCH                 +   -+ -- -- -- -   -   -   !
      POST   ~/docs          p,batch,atomic,flag BATCH                 +   -+ -+ -- -- -   -   -   !
      POST   ~/docs          batch,range,ops=p BULK                  +   -+ -+ -- -- -   -   -   !
      POST   ~/docs          batch,range,ops=q BULK                  +   -+ -- -- -- -   -   -   !
      POST   ~/docs          batch,p,ops=q BULK                  +   -+ -- -- -- -   -   -   !
      POST   ~/docs          plan          PLAN_QUERY            +   ++ ++ -- -- -   -   -   !
      POST   ~/docs          plan,batch,p  PLAN_QUERY            +   ++ ++ -- -- -   -   -   !
      POST   ~/docs          query,p       QUERY_ITEMS           +   ++ ++ -- -- -   -   -   !
      POST   ~/docs          query,q       QUERY_ITEMS           +   ++ -- -- -- -   -   -   !
      POST   ~/docs          query,range   QUERY_ITEMS           +   ++ -- -- -- -   -   -   !
      POST   ~/docs          query         QUERY_ALL_PARTITIONS  +   ++ -- -- -- -   -   -   !
      GET    ~/docs          p             LIST_ITEMS            +   ++ ++ -- -- -   -   -   !
      GET    ~/docs          q             LIST_ITEMS            +   ++ -- -- -- -   -   -   !
      GET    ~/docs          range         LIST_ITEMS            +   ++ -- -- -- -   -   -   !
      GET    ~/docs          -             LIST_ALL_PARTITIONS   +   ++ -- -- -- -   -   -   !
      GET    ~/docs          feed,p        READ_CHANGE_FEED      +   ++ ++ -- -- -   -   -   !
      GET    ~/docs          feed,q        READ_CHANGE_FEED      +   ++ -- -- -- -   -   -   !
      GET    ~/docs          feed,range    READ_CHANGE_FEED      +   ++ -- -- -- -   -   -   !
      POST   ~/operations/partitionkeydelete p DELETE_PARTITION        +   -+ -+ -- -- -   -   -   !
      POST   ~/operations/partitionkeydelete q DELETE_PARTITION        +   -+ -- -- -- -   -   -   !
      POST   ~/sprocs/s      p             EXECUTE_PROCEDURE     +   -+ -+ -- -- -   -   -   !
      POST   ~/sprocs/s      q             EXECUTE_PROCEDURE     +   -+ -- -- -- -   -   -   !
      GET    ~/sprocs        -             LIST_SCRIPTS          +   ++ -- -- -- -   -   -   !
      POST   ~/sprocs        query         LIST_SCRIPTS          +   ++ -- -- -- -   -   -   !
      POST   ~/sprocs        plan          CREATE_SCRIPT         +   -+ -- -- -- -   -   -   !
      GET    ~/sprocs/s      -             READ_SCRIPT           +   ++ -- -- ++ -   -   -   !
      GET    ~/sprocs/x      -             READ_SCRIPT           +   ++ -- -- -- -   -   -   !
      PUT    ~/sprocs/s      -             REPLACE_SCRIPT        +   -+ -- -- -+ -   -   -   !
      DELETE ~/sprocs/s      -             DELETE_SCRIPT         +   -+ -- -- -+ -   -   -   !
      GET    ~/triggers      -             LIST_SCRIPTS          +   ++ -- -- -- -   -   -   !
      POST   ~/triggers      query         LIST_SCRIPTS          +   ++ -- -- -- -   -   -   !
      POST   ~/triggers      -             CREATE_SCRIPT         +   -+ -- -- -- -   -   -   !
      GET    ~/triggers/t    -             READ_SCRIPT           +   ++ -- -- -- -   -   -   !
      PUT    ~/triggers/t    -             REPLACE_SCRIPT        +   -+ -- -- -- -   -   -   !
      DELETE ~/triggers/t    -             DELETE_SCRIPT         +   -+ -- -- -- -   -   -   !
      GET    ~/udfs          -             LIST_SCRIPTS          +   ++ -- -- -- -   -   -   !
      POST   ~/udfs          query         LIST_SCRIPTS          +   ++ -- -- -- -   -   -   !
      POST   ~/udfs          -             CREATE_SCRIPT         +   -+ -- -- -- -   -   -   !
      GET    ~/udfs/f        -             READ_SCRIPT           +   ++ -- -- -- -   -   -   !
      PUT    ~/udfs/f        -             REPLACE_SCRIPT        +   -+ -- -- -- -   -   -   !
      DELETE ~/udfs/f        -             DELETE_SCRIPT         +   -+ -- -- -- -   -   -   !
      GET    @/users         -             LIST_USERS            +   -- -- -- -- -   -   -   !
      POST   @/users         query         LIST_USERS            +   -- -- -- -- -   -   -   !
      POST   @/users         -             CREATE_USER           +   -- -- -- -- -   -   -   !
      GET    @/users/u       -             READ_USER             +   -- -- -- -- -   -   -   !
      PUT    @/users/u       -             REPLACE_USER          +   -- -- -- -- -   -   -   !
      DELETE @/users/u       -             DELETE_USER           +   -- -- -- -- -   -   -   !
      GET    @/users/u/permissions -             LIST_PERMISSIONS      +   -- -- -- -- -   -   -   !
      POST   @/users/u/permissions query         LIST_PERMISSIONS      +   -- -- -- -- -   -   -   !
      POST   @/users/u/permissions -             CREATE_PERMISSION     +   -- -- -- -- -   -   -   !
      GET    @/users/u/permissions/x - READ_PERMISSION                 +   -- -- -- -- -   -   -   !
      PUT    @/users/u/permissions/x - REPLACE_PERMISSION              +   -- -- -- -- -   -   -   !
      DELETE @/users/u/permissions/x - DELETE_PERMISSION               +   -- -- -- -- -   -   -   !
      GET    offers          -             LIST_OFFERS           +   -- -- -- -- -   -   -   !
      POST   offers          query         LIST_OFFERS           +   -- -- -- -- -   -   -   !
      GET    offers/x        -             READ_OFFER            +   -- -- -- -- -   -   -   !
      PUT    offers/x        -             REPLACE_OFFER         +   -- -- -- -- -   -   -   !
      GET    things          -             NONE                  +   -- -- -- -- -   -   -   !
      """;

  private static final List<MatrixRow> ROWS =
      MATRIX.lines().skip(1).map(line -> MatrixRow.of(line.trim().split(" +"))).toList();

  private record MatrixRow(WireRequest request, Action action, String signs, String line) {
    static MatrixRow of(String... cells) {
      WireRequest request =
          WireRequest.of(
              cells[0],
              cells[1].equals("/")
                  ? ""
                  : cells[1].replace("~", "dbs/db/colls/c").replace("@", "dbs/db"));
      for (String with : cells[2].split(",")) {
        if (with.startsWith("ops=")) {
          request =
              request.withBody(
                  "[{\"operationType\":\"Read\",\"id\":\"x\",\"partitionKey\":\"[\\\""
                      + with.substring(4)
                      + "\\\"]\"}]");
        } else if (with.startsWith("id=")) {
          request = request.withBody("{\"id\":\"" + with.substring(3) + "\",\"pk\":\"p\"}");
        } else if (!with.equals("-")) {
          for (Map.Entry<String, String> header : HEADERS.get(with).entrySet()) {
            request = request.with(header.getKey(), header.getValue());
          }
        }
      }
      return new MatrixRow(
          request,
          Action.valueOf(cells[3]),
          String.join("", Arrays.asList(cells).subList(4, cells.length)),
          String.join(" ", cells));
    }
  }

  @Test
  void everyRouteIsAllowedOnlyWithTheListedCredentials() throws IOException {
    try (TokenEmulator emulator = new TokenEmulator()) {
      Map<String, String> tokens = tokens(emulator);
      List<String> seen = new ArrayList<>();
      for (MatrixRow row : ROWS) {
        StringBuilder signs = new StringBuilder();
        for (String holder : tokens.keySet()) {
          String answer = send(emulator, tokens, holder, row.request);
          int status = TokenEmulator.status(answer);
          signs.append(status == 401 ? '!' : status == 403 ? '-' : '+');
          if (status / 100 == 2 && !row.request.verb().equals("GET")) {
            emulator.make();
            tokens.putAll(tokens(emulator));
          }
        }
        seen.add(row.line.replace(" ", "").replace(row.signs, "") + " " + signs);
      }
      assertThat(seen)
          .containsExactlyElementsOf(
              ROWS.stream()
                  .map(row -> row.line.replace(" ", "").replace(row.signs, "") + " " + row.signs)
                  .toList());
    }
  }

  private static String send(
      TokenEmulator emulator, Map<String, String> tokens, String holder, WireRequest request)
      throws IOException {
    return switch (holder) {
      case "key" -> emulator.byKey(request);
      case "none" -> emulator.unsigned(request);
      default -> emulator.by(tokens.get(holder), request);
    };
  }

  private static Map<String, String> tokens(TokenEmulator emulator) throws IOException {
    String expiring = emulator.token("All", "dbs/db/colls/c", "");
    emulator.clock.advance(Duration.ofSeconds(3_601));
    String c = "dbs/db/colls/c";
    Map<String, String> tokens = new LinkedHashMap<>();
    tokens.put("key", "");
    for (String mode : List.of("Read", "All")) {
      tokens.put("c " + mode, emulator.permitted("c", mode, c, ""));
    }
    for (String mode : List.of("Read", "All")) {
      tokens.put("p " + mode, emulator.permitted("p", mode, c, "p"));
    }
    for (String mode : List.of("Read", "All")) {
      tokens.put("i " + mode, emulator.permitted("i", mode, c + "/docs/i", "p"));
    }
    for (String mode : List.of("Read", "All")) {
      tokens.put("s " + mode, emulator.permitted("s", mode, c + "/sprocs/s", ""));
    }
    tokens.put("other", emulator.permitted("other", "All", "dbs/db/colls/d", ""));
    tokens.put("gone", emulator.permitted("gone", "All", c, ""));
    emulator.send("DELETE", "dbs/db/users/u/permissions/goneAll", "");
    tokens.put("old", expiring);
    tokens.put("none", "");
    return tokens;
  }

  /** Fails for a new route without a row. */
  @Test
  void everyRouteHasARow() throws IOException {
    try (TokenEmulator emulator = new TokenEmulator()) {
      Router router = Router.of(new Account(Clock.systemUTC(), 1), () -> "", emulator.config);
      Set<String> rows = new TreeSet<>();
      for (MatrixRow row : ROWS) {
        assertThat(router.route(api(row.request)).action()).as(row.line).isEqualTo(row.action);
        rows.add(shape(row.request.verb(), row.request.path(), row.action));
      }
      assertThat(routes(router)).isNotEmpty().isSubsetOf(rows);
      assertThat(ROWS).extracting(MatrixRow::action).contains(Action.values());
    }
  }

  /** Finds all routes of the router by trying verbs, paths and headers. */
  private static Set<String> routes(Router router) {
    Set<String> found = new TreeSet<>();
    for (List<String> path : paths()) {
      for (String verb : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")) {
        for (HttpHeaders headers : headers()) {
          ApiRequest request = new ApiRequest(verb, path, headers);
          Action action = router.route(request).action();
          if (action != Action.NONE) {
            found.add(shape(verb, path, action));
          }
        }
      }
    }
    return found;
  }

  private static List<HttpHeaders> headers() {
    List<HttpHeaders> all = new ArrayList<>(List.of(new DefaultHttpHeaders()));
    for (Map<String, String> some : HEADERS.values()) {
      HttpHeaders headers = new DefaultHttpHeaders();
      some.forEach(headers::add);
      all.add(headers);
    }
    for (String more : List.of("atomic", "query")) {
      HttpHeaders headers = new DefaultHttpHeaders();
      HEADERS.get(more.equals("atomic") ? "batch" : "p").forEach(headers::add);
      HEADERS.get(more).forEach(headers::add);
      all.add(headers);
    }
    return all;
  }

  private static List<List<String>> paths() {
    Set<String> words =
        ROWS.stream()
            .flatMap(row -> row.request.path().stream())
            .filter(word -> word.length() > 2)
            .collect(Collectors.toCollection(TreeSet::new));
    List<List<String>> paths = new ArrayList<>(List.of(List.of()));
    for (int i = 0; i < paths.size(); i++) {
      List<String> path = paths.get(i);
      boolean id = path.size() % 2 == 1;
      for (String word : id ? Set.of("partitionkeydelete") : words) {
        List<String> longer = new ArrayList<>(path);
        longer.add(word);
        if (longer.size() <= 6) {
          paths.add(longer);
        }
      }
    }
    return paths;
  }

  private static String shape(String verb, List<String> path, Action action) {
    StringBuilder text = new StringBuilder(verb + " ");
    for (int i = 0; i < path.size(); i++) {
      text.append('/').append(i % 2 == 0 ? path.get(i) : "*");
    }
    return text.append(' ').append(action).toString();
  }

  private static ApiRequest api(WireRequest request) throws EngineException {
    HttpHeaders headers = new DefaultHttpHeaders();
    request.headers().forEach(headers::add);
    return new ApiRequest(request.verb(), request.path(), headers);
  }
}
