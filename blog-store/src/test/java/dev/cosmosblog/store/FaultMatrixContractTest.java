package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.store.FaultMatrixCommands.Command;
import dev.cosmosblog.store.FaultMatrixCommands.Scene;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Sends every command with every kind of fault at every one of its requests, repeats the command
 * without faults if it failed, and checks the blog: counts equal items, a user has exactly the
 * names that it should, nothing is left half-done.
 *
 * <p>The result is {@code target/fault-matrix.md}, and the resource of the same name is what it
 * must be. Each cell has one sign for each request of the command:
 *
 * <ul>
 *   <li>{@code .} done; the SDK dealt with the fault, or the fault only took time
 *   <li>{@code r} done after the store sent the request again
 *   <li>{@code a} done by the attempt whose response was lost, which the store found out
 *   <li>{@code N} failed; the repeated command did it, because it hadn't been done or was an edit
 *   <li>{@code A} failed; the repeated command reported that it had been done
 * </ul>
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(1)
class FaultMatrixContractTest {
  /** All that reads or writes items; how the SDK finds its way is another matter. */
  private static final Set<RequestKind> ON_ITEMS =
      Set.of(
          RequestKind.READ_ITEM,
          RequestKind.CREATE_ITEM,
          RequestKind.REPLACE_ITEM,
          RequestKind.DELETE_ITEM,
          RequestKind.PATCH_ITEM,
          RequestKind.BATCH,
          RequestKind.QUERY,
          RequestKind.SCRIPT);

  private static final RetryPolicy QUICK =
      RetryPolicy.standard()
          .withDelays(Duration.ofMillis(1), Duration.ofMillis(2))
          .withDeadline(Duration.ofMinutes(2));

  private static final Map<String, Fault> FAULTS = new LinkedHashMap<>();

  static {
    FAULTS.put("408", Fault.status(408));
    FAULTS.put("410/1002", Fault.status(410).subStatus(1002));
    FAULTS.put("410/1008", Fault.status(410).subStatus(1008));
    FAULTS.put("429", Fault.status(429).retryAfter(Duration.ofMillis(1)));
    FAULTS.put("449", Fault.status(449));
    FAULTS.put("503", Fault.status(503));
    FAULTS.put("slow", Fault.delay(Duration.ofMillis(5)));
    FAULTS.put("cut before", Fault.cutBefore());
    FAULTS.put("cut after", Fault.cutAfter());
  }

  private final FaultMatrixBlog blog = new FaultMatrixBlog(ON_ITEMS);

  @RegisterExtension final LocalCosmosExtension cosmos = blog.cosmos;

  @BeforeAll
  void provision() {
    blog.provision(QUICK, RetryPolicy.none());
  }

  @Test
  @Invariant("I7")
  void everyCommandWithEveryFaultAtEveryRequest() throws IOException {
    String made =
        "## With retries\n\n"
            + table(QUICK, FAULTS)
            + "\n## Without retries\n\n"
            + table(
                RetryPolicy.none(),
                Map.of("503", FAULTS.get("503"), "cut after", FAULTS.get("cut after")));
    Path result = Files.writeString(Path.of("target", "fault-matrix.md"), made);
    assertThat(result)
        .as("If each difference is right, copy the first file over the second.")
        .hasSameTextualContentAs(Path.of("src", "test", "resources", "fault-matrix.md"));
  }

  private String table(RetryPolicy policy, Map<String, Fault> faults) {
    List<String> columns = faults.keySet().stream().sorted().toList();
    StringBuilder table = new StringBuilder("| command | its requests | ");
    table.append(String.join(" | ", columns)).append(" |\n|---|---|");
    table.append("---|".repeat(columns.size())).append('\n');
    for (Command command : FaultMatrixCommands.ALL) {
      List<String> requests = requestsOf(command);
      String cells =
          columns.stream()
              .map(name -> cell(command, faults.get(name), requests.size(), policy))
              .map(cell -> "`" + cell + "`")
              .collect(Collectors.joining(" | "));
      table.append("| %s | %s | %s |\n".formatted(command.name(), describe(requests), cells));
    }
    return table.toString();
  }

  /** The requests of the command if nothing goes wrong. */
  private List<String> requestsOf(Command command) {
    Scene scene = blog.newScene();
    blog.requests.clear();
    command.run().on(blog.store(command.path(), QUICK), scene);
    List<String> requests = new ArrayList<>(blog.requests);
    command.check().on(blog, scene);
    return requests;
  }

  private static String describe(List<String> requests) {
    Map<String, Long> counted =
        requests.stream()
            .collect(
                Collectors.groupingBy(
                    request -> request, LinkedHashMap::new, Collectors.counting()));
    return counted.entrySet().stream()
        .map(kind -> kind.getValue() == 1 ? kind.getKey() : kind.getValue() + " " + kind.getKey())
        .collect(Collectors.joining(", "));
  }

  /** A sign for each request of the command. */
  private String cell(Command command, Fault fault, int requests, RetryPolicy policy) {
    StringBuilder signs = new StringBuilder();
    for (int request = 1; request <= requests; request++) {
      signs.append(outcome(command, fault, request, policy));
    }
    return signs.toString();
  }

  private char outcome(Command command, Fault fault, int request, RetryPolicy policy) {
    Scene scene = blog.newScene();
    RequestKind[] kinds = ON_ITEMS.toArray(RequestKind[]::new);
    FaultRule rule = FaultRule.on(kinds[0], kinds).nth(request).then(fault);
    blog.account().faults(FaultPlan.builder().rule(rule).build());
    blog.reports.clear();
    char sign;
    try {
      boolean already = command.run().on(blog.store(command.path(), policy), scene);
      boolean isRetried = blog.reports.stream().anyMatch(report -> report.retries() > 0);
      sign = already ? 'a' : isRetried ? 'r' : '.';
      blog.account().clearFaults();
    } catch (StoreUnavailableException e) {
      blog.account().clearFaults();
      sign = command.run().on(blog.store(command.path(), QUICK), scene) ? 'A' : 'N';
    }
    assertThat(blog.account().faultCounts().total()).as("faults").isEqualTo(1);
    command.check().on(blog, scene);
    return sign;
  }
}
