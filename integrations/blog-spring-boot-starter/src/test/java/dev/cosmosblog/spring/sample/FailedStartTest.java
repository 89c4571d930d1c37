package dev.cosmosblog.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import java.io.File;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Starts that fail, whose log explains in a few lines which property to correct. */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class FailedStartTest {
  private static final int MAX_LINES = 40;
  private static final String PASSWORD = "changeit";

  @TempDir static Path folder;

  private static void fails(CapturedOutput output, String... properties) {
    assertThatThrownBy(() -> new RunningApplication(properties).close()).isNotNull();
    isShort(output.getAll());
  }

  private static void isShort(String log) {
    assertThat(log.lines()).as("the whole log").hasSizeLessThan(MAX_LINES);
    assertThat(log).contains("APPLICATION FAILED TO START").doesNotContain("\tat ", "com.azure.");
  }

  private static String[] account(LocalCosmos emulator, String... others) {
    List<String> properties =
        new ArrayList<>(
            List.of(
                "cosmosblog.endpoint=" + emulator.endpoint(), "cosmosblog.key=" + emulator.key()));
    properties.addAll(List.of(others));
    return properties.toArray(String[]::new);
  }

  @Test
  void aWrongKeyIsNamed(CapturedOutput output) {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      String key = Base64.getEncoder().encodeToString(new byte[64]);
      fails(output, "cosmosblog.endpoint=" + emulator.endpoint(), "cosmosblog.key=" + key);
      assertThat(output)
          .contains(
              "The account at http://localhost:" + emulator.port() + " rejects the key",
              "Set cosmosblog.key to a key of this account")
          .doesNotContain(key);
    }
  }

  @Test
  void aKeyThatIsNotBase64IsNamed(CapturedOutput output) {
    fails(output, "cosmosblog.endpoint=http://127.0.0.1:1/", "cosmosblog.key=my key");
    assertThat(output).contains("Illegal base64", "Correct cosmosblog.endpoint, cosmosblog.key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void aClosedPortIsNamed(String scheme, CapturedOutput output) {
    LocalCosmos closed = LocalCosmos.start();
    closed.close();
    String endpoint = scheme + "://127.0.0.1:" + closed.port();
    fails(output, "cosmosblog.endpoint=" + endpoint, "cosmosblog.key=AA==");
    assertThat(output)
        .contains("The account at " + endpoint + " can't be reached: ConnectException: ")
        .contains("Check cosmosblog.endpoint, the network");
  }

  @Test
  void anUnknownHostIsNamed(CapturedOutput output) {
    fails(output, "cosmosblog.endpoint=https://no-such-host.invalid/", "cosmosblog.key=AA==");
    assertThat(output)
        .contains(
            "https://no-such-host.invalid can't be reached: UnknownHostException: no-such-host",
            "Check cosmosblog.endpoint, the network");
  }

  @ParameterizedTest
  @CsvSource({"my account", "AccountEndpoint=https://a.b/;AccountKey=secret", "htp://a", "//a"})
  void anEndpointThatIsNoUrlIsNamedWithoutTheKey(String endpoint, CapturedOutput output) {
    fails(output, "cosmosblog.endpoint=" + endpoint, "cosmosblog.key=AA==");
    assertThat(output)
        .contains("is not a URL", "Set cosmosblog.endpoint to one such as https://")
        .doesNotContain("secret");
  }

  @Test
  void httpsToAnEmulatorWithoutTlsIsNamed(CapturedOutput output) {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      String endpoint = emulator.endpoint().replace("http://", "https://");
      fails(output, "cosmosblog.endpoint=" + endpoint, "cosmosblog.key=" + emulator.key());
      assertThat(output).contains("The account at https://localhost:", " uses plain HTTP");
    }
  }

  @Test
  void anUntrustedCertificateIsNamed(CapturedOutput output) throws Exception {
    try (LocalCosmos emulator = LocalCosmos.builder().tls(untrusted()).start()) {
      fails(output, account(emulator));
      assertThat(output)
          .contains(
              "The account at https://localhost:" + emulator.port() + " can't be reached with TLS",
              "unable to find valid certification path",
              "-Djavax.net.ssl.trustStore=FILE");
    }
  }

  private static SSLContext untrusted() throws Exception {
    File file = folder.resolve("account.p12").toFile();
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> options = List.of("-keyalg", "EC", "-dname", "CN=a", "-ext", "san=dns:localhost");
    ProcessBuilder command = new ProcessBuilder(keytool, "-genkeypair");
    command.command().addAll(options);
    command.command().addAll(List.of("-keystore", file.getPath(), "-storepass", PASSWORD));
    assertThat(command.start().waitFor()).isZero();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(file, PASSWORD.toCharArray()), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** Microsoft's page "Diagnose and troubleshoot Azure Cosmos DB forbidden exceptions". */
  @ParameterizedTest
  @CsvSource({
    "5300, Set cosmosblog.provision to false",
    "5301, Assign the role Cosmos DB Built-in Data Contributor"
  })
  void aMissingRoleIsNamed(int subStatus, String action, CapturedOutput output) {
    FaultPlan denied =
        FaultPlan.builder()
            .rule(FaultRule.onAny().from(1).then(Fault.status(403).subStatus(subStatus)))
            .build();
    try (LocalCosmos emulator = LocalCosmos.builder().faults(denied).start()) {
      fails(output, account(emulator));
      assertThat(output).contains("The account at http://localhost:" + emulator.port(), action);
    }
  }

  @Test
  void settingsThatDifferFromTheBlogsAreNamed(CapturedOutput output) {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      new RunningApplication(account(emulator, "cosmosblog.change-feed.enabled=false")).close();
      int before = output.getAll().length();
      assertThatThrownBy(
              () ->
                  new RunningApplication(
                          account(
                              emulator,
                              "cosmosblog.front-page-size=50",
                              "cosmosblog.unique-usernames=false"))
                      .close())
          .isNotNull();
      isShort(output.getAll().substring(before));
      assertThat(output)
          .contains(
              "frontPageSize is 50 here and 100 there",
              "Set cosmosblog.front-page-size, cosmosblog.unique-usernames to the blog's values");
    }
  }

  @Test
  void missingContainersAreNamed(CapturedOutput output) {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      fails(output, account(emulator, "cosmosblog.provision=false"));
      assertThat(output).contains("Set cosmosblog.provision to true");
    }
  }

  @Test
  void anEmulatorsDirectoryThatIsInUseIsNamed(CapturedOutput output) {
    try (LocalCosmos emulator = LocalCosmos.builder().directory(folder.resolve("data")).start()) {
      assertThat(emulator.port()).isPositive();
      fails(output, "cosmos-local.directory=" + folder.resolve("data"));
      assertThat(output).contains("is open in this process", "or set cosmos-local.directory to");
    }
  }

  /** Maven's process has the SDK's property for plain HTTP. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void plainHttpOnAnotherMachineIsNamedAndOnThisOneItWorks() throws Exception {
    // All of 127.0.0.0/8 is loopback, but only 127.0.0.1 and localhost count as this machine.
    try (LocalCosmos emulator =
        LocalCosmos.builder().address(InetAddress.getByName("127.0.0.2")).start()) {
      String log = log(account(emulator));
      isShort(log);
      assertThat(log)
          .contains(
              " uses plain HTTP, but the SDK expects TLS",
              "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true");
    }
    try (LocalCosmos emulator = LocalCosmos.start()) {
      assertThat(log(account(emulator))).contains("The application has started");
    }
  }

  private static String log(String... properties) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Application.class.getName());
    command.command().addAll(List.of(properties));
    Process process = command.redirectErrorStream(true).start();
    String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return log;
  }

  /** Starts and stops. */
  static final class Application {
    private Application() {}

    public static void main(String[] properties) {
      try (RunningApplication application = new RunningApplication(properties)) {
        System.out.println("The application has started: " + application.context.getId());
      }
    }
  }
}
