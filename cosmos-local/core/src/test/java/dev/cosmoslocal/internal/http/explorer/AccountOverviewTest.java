package dev.cosmoslocal.internal.http.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.request.Consistency;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountOverviewTest {
  private final Account account = new Account(Clock.systemUTC(), 1);
  private long now;
  private final AccountOverview overview =
      new AccountOverview(
          account,
          Consistency.SESSION,
          new PartitionMeter(() -> Admission.UNLIMITED, Clock.systemUTC()),
          () -> now);

  private final Container container =
      account
          .createDatabase(Json.object().put("id", "db"))
          .createContainer(
              (ObjectNode) Json.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"));

  private void write(String id) {
    container.execute(
        PartitionKeyDefinition.of(List.of(Json.parse("\"p\""))),
        new ItemOperation.Create(Json.object().put("id", id).put("pk", "p")));
  }

  private long bytes() {
    return overview.partitions(container).at("/partitions/0/bytes").longValue();
  }

  @Test
  void partitionSizesAreRefreshedAfterTenSecondsWithWrites() {
    write("1");
    long one = bytes();
    assertThat(one).isPositive();
    write("2");
    now += Duration.ofSeconds(10).toNanos();
    assertThat(bytes()).isEqualTo(one);
    now++;
    assertThat(bytes()).isEqualTo(2 * one);
  }
}
