package dev.cosmoslocal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The addresses on which the emulator listens, with and without TLS. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class TlsTest {
  /** The property of the SDK for Java that the client builder sets. */
  private static final String ANY_CERTIFICATE =
      "COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED";

  private final SSLContext tls = TestCertificate.context();

  @Test
  void theSdkWritesAndReadsOverHttps() {
    System.clearProperty(ANY_CERTIFICATE);
    try (LocalCosmos emulator = LocalCosmos.builder().tls(tls).start();
        CosmosClient client = emulator.clientBuilder().buildClient()) {
      assertThat(emulator.endpoint()).isEqualTo("https://localhost:" + emulator.port() + "/");
      client.createDatabase("db");
      client.getDatabase("db").createContainer("c", "/pk");
      var items = client.getDatabase("db").getContainer("c");
      items.createItem(SdkEmulator.item("1", "a"));
      assertThat(items.readAllItems(new PartitionKey("a"), ObjectNode.class)).hasSize(1);
    } finally {
      System.clearProperty(ANY_CERTIFICATE);
    }
  }

  @Test
  void plainHttpIsRejectedOnATlsPort() throws IOException {
    try (LocalCosmos emulator = LocalCosmos.builder().tls(tls).start();
        Socket socket = new Socket("127.0.0.1", emulator.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .doesNotContain("HTTP/1.1");
    }
  }

  @Test
  void theHostHeaderIsCheckedOverHttps() throws Exception {
    SSLContext anyone = SSLContext.getInstance("TLS");
    anyone.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    try (LocalCosmos emulator =
        LocalCosmos.builder().tls(tls).hosts(Set.of("Account.example")).start()) {
      for (String host : List.of("evil.example", "account.example", "localhost")) {
        try (Socket socket = anyone.getSocketFactory().createSocket("127.0.0.1", emulator.port())) {
          socket.setSoTimeout(10_000);
          String request = "GET / HTTP/1.1\r\nHost: " + host + ":8081\r\nConnection: close\r\n\r\n";
          socket.getOutputStream().write(request.getBytes(US_ASCII));
          assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
              .startsWith(host.equals("evil.example") ? "HTTP/1.1 403 " : "HTTP/1.1 401 ");
        }
      }
    }
  }

  /** All of 127.0.0.0/8 is loopback on every machine, so any address other than 127.0.0.1 works. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void theEmulatorListensOnlyOnItsAddress() throws IOException {
    InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
    try (LocalCosmos emulator = LocalCosmos.builder().address(other).start();
        CosmosClient client = SdkEmulator.builder(emulator).buildClient()) {
      assertThat(emulator.endpoint()).isEqualTo("http://127.0.0.2:" + emulator.port() + "/");
      client.createDatabase("db");
      assertThat(client.readAllDatabases()).hasSize(1);
      assertThatThrownBy(() -> new Socket("127.0.0.1", emulator.port()).close())
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void onAllInterfacesTheEndpointIsLocalhost() throws IOException {
    InetAddress all = InetAddress.getByAddress(new byte[4]);
    try (LocalCosmos emulator = LocalCosmos.builder().address(all).start()) {
      assertThat(emulator.endpoint()).isEqualTo("http://localhost:" + emulator.port() + "/");
    }
  }
}
