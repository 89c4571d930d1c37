package dev.cosmoslocal.internal.http.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.request.Consistency;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests that the explorer accepts. */
class ExplorerGuardTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";
  private static final String HOST = "127.0.0.1:8081";

  private final Account account = new Account(Clock.systemUTC(), 1);
  private final Explorer explorer =
      new Explorer(
          account,
          new ContainerLookup(account, Consistency.SESSION),
          new PartitionMeter(() -> Admission.UNLIMITED, Clock.systemUTC()),
          new NoSwitches(),
          TOKEN);

  private static final class NoSwitches implements Switches {
    @Override
    public ObjectNode describe() {
      return Json.object();
    }

    @Override
    public void change(ObjectNode change) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long failOver(Duration lost) {
      throw new UnsupportedOperationException();
    }
  }

  private static InetAddress address(int first) {
    try {
      return InetAddress.getByAddress(new byte[] {(byte) first, 0, 0, 1});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private static ApiRequest request(String method, String path, String... headers) {
    DefaultHttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.set(headers[i], headers[i + 1]);
    }
    return new ApiRequest(method, List.of(path.split("/")), all);
  }

  private static String[] with(String... more) {
    String[] headers = {"x-cosmos-local-token", TOKEN, "host", HOST};
    String[] all = java.util.Arrays.copyOf(headers, headers.length + more.length);
    System.arraycopy(more, 0, all, headers.length, more.length);
    return all;
  }

  private void assertRefused(int status, ApiRequest request, InetAddress peer) {
    assertThatThrownBy(() -> explorer.admit(request, peer))
        .isInstanceOfSatisfying(
            EngineException.class, refusal -> assertThat(refusal.status()).isEqualTo(status));
  }

  @Test
  void localRequestsWithTheTokenAreAcceptedWithoutTheExplorerPrefix() {
    ApiRequest asked = request("GET", "_explorer/api/dbs/d", with());
    assertThat(explorer.admit(asked, address(127)).path()).containsExactly("dbs", "d");
    ApiRequest browsers =
        request(
            "GET",
            "_explorer/api",
            with("origin", "http://" + HOST, "sec-fetch-site", "same-origin"));
    assertThat(explorer.admit(browsers, address(127)).path()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"_explorer", "_explorer/explorer.js", "_explorer/overview"})
  void otherMachinesAreRejectedEvenWithTheToken(String path) {
    assertRefused(403, request("GET", path, with()), address(10));
    assertRefused(403, request("GET", path, with()), null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8081",
        "127.0.0.1.evil.example",
        "localhost.evil.example:80",
        "10.0.0.1",
        "account.example",
        ""
      })
  void otherHostNamesAreRejected(String host) {
    assertRefused(
        403,
        request("GET", "_explorer", "host", host, "x-cosmos-local-token", TOKEN),
        address(127));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:1", "127.0.0.1:8081", "127.1.2.3", "[::1]:8081"})
  void localHostNamesAreAccepted(String host) {
    assertThat(explorer.admit(request("GET", "_explorer", "host", host), address(127)).path())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "origin, http://evil.example",
    "origin, null",
    "origin, http://127.0.0.1:8082",
    "origin, http://localhost:8081",
    "sec-fetch-site, cross-site",
    "sec-fetch-site, same-site",
    "sec-fetch-site, none"
  })
  void pagesOfOtherSitesAreRejectedEvenWithTheToken(String header, String value) {
    for (String method : List.of("GET", "POST", "PUT", "OPTIONS")) {
      assertRefused(403, request(method, "_explorer/switches", with(header, value)), address(127));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0123456789abcdef0123456789abcdee", "0123", "null"})
  void requestsWithoutTheCurrentTokenAreRejected(String token) {
    for (String path : List.of("overview", "api/dbs", "switches", "explain/dbs/d/colls/c")) {
      assertRefused(
          401,
          request("GET", "_explorer/" + path, "host", HOST, "x-cosmos-local-token", token),
          address(127));
    }
  }
}
