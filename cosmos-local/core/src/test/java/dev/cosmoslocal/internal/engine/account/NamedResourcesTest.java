package dev.cosmoslocal.internal.engine.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NamedResourcesTest {
  private final NamedResources users =
      new Account(Clock.systemUTC(), 1).createDatabase(named("db")).users().all();

  private static ObjectNode named(String id) {
    return Json.object().put("id", id);
  }

  private static String rid(ObjectNode resource) {
    return resource.path("_rid").textValue();
  }

  @Test
  void aResourceIsFoundByIdAndResourceId() {
    String rid = rid(users.create(named("a")));
    assertThat(rid(users.get("a"))).isEqualTo(rid(users.get(rid))).isEqualTo(rid);
    users.replace("a", named("b"), null);
    assertThat(users.get(rid).path("id").textValue()).isEqualTo("b");
    assertThat(users.has(named("a"))).isFalse();
    assertThatThrownBy(() -> users.get("a")).isInstanceOf(EngineException.class);
    users.create(named("a"));
    assertThatThrownBy(() -> users.replace("a", named("b"), null)).hasMessageContaining("exists");
    users.delete(rid, null);
    assertThat(users.has(named("b"))).isFalse();
    assertThatThrownBy(() -> users.get(rid)).isInstanceOf(EngineException.class);
  }

  /** Searching the whole list each time would take much longer. */
  @Test
  @Timeout(30)
  void manyResourcesAreFoundWithoutASearch() {
    for (int i = 0; i < 10_000; i++) {
      users.create(named("u" + i));
    }
    assertThat(users.all()).hasSize(10_000).allMatch(user -> users.number(rid(user)) > 0);
  }
}
