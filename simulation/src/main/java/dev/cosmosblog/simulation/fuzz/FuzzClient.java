package dev.cosmosblog.simulation.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.simulation.fuzz.Attack.End;
import dev.cosmosblog.simulation.fuzz.WireRequest.Credentials;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs one sequence of attacks, and checks every response. */
final class FuzzClient implements Runnable {
  /** Longer than the emulator's limits of a request's work and wait. */
  private static final int PATIENCE_MILLIS = 60_000;

  private static final int QUIET_MILLIS = 400;
  private static final long PAUSE_NANOS = 20_000_000;
  private static final int SLOW_PARTS = 20;
  private static final int CHUNK = 1_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FuzzedEmulator emulator;
  private final Attacks attacks;
  private final int number;
  private final FuzzFindings findings;
  private final BooleanSupplier ended;
  private final Map<Credentials, String> tokens = new EnumMap<>(Credentials.class);
  private String continuation = "";
  private @Nullable Socket open;
  private @Nullable InputStream in;

  FuzzClient(
      FuzzedEmulator emulator,
      long seed,
      int number,
      FuzzFindings findings,
      BooleanSupplier ended) {
    this.emulator = emulator;
    this.attacks = new Attacks(seed, number);
    this.number = number;
    this.findings = findings;
    this.ended = ended;
    for (Credentials each : Credentials.values()) {
      tokens.put(each, "type=resource&ver=1&sig=none;");
    }
  }

  @Override
  public void run() {
    for (long count = 1; !ended.getAsBoolean(); count++) {
      Attack attack = attacks.next();
      String name = attack.kind() + " " + number + ":" + count;
      try {
        carryOut(attack, name);
      } catch (FuzzResponse.MalformedException e) {
        findings.violation(name, String.valueOf(e.getMessage()), attack);
        close();
      } catch (SocketTimeoutException e) {
        findings.violation(name, "No response within " + PATIENCE_MILLIS + " ms.", attack);
        close();
      } catch (IOException e) {
        close();
        boolean owed = attack.framing() == Attack.Framing.PLAIN && attack.end() == End.ANSWER;
        if (owed || !emulator.isRunning()) {
          findings.violation(name, "The connection broke: " + e, attack);
        } else {
          // The emulator closes connections after invalid HTTP.
          findings.add(attack.kind(), 0);
        }
      }
      if (!emulator.isRunning()) {
        break;
      }
    }
    close();
  }

  private void carryOut(Attack attack, String name) throws IOException {
    boolean plain = attack.framing() == Attack.Framing.PLAIN && attack.end() == End.ANSWER;
    if (plain && open != null) {
      try {
        exchange(attack, name, true);
        return;
      } catch (SocketTimeoutException | FuzzResponse.MalformedException e) {
        throw e;
      } catch (IOException e) {
        // The emulator closes connections with only rejected requests. On a new one it must
        // respond.
      }
    }
    close();
    exchange(attack, name, plain);
  }

  private void exchange(Attack attack, String name, boolean plain) throws IOException {
    Socket socket = socket();
    if (!plain) {
      // This connection has no other use.
      open = null;
    }
    try {
      send(attack, socket.getOutputStream());
      switch (attack.end()) {
        case ANSWER -> answer(attack, name);
        case ALL -> all(attack, name, socket);
        case IGNORE -> LockSupport.parkNanos(50 * PAUSE_NANOS);
        case LEAVE -> findings.add(attack.kind(), 0);
      }
    } finally {
      if (!plain) {
        socket.close();
      }
    }
  }

  private Socket socket() throws IOException {
    Socket known = open;
    if (known != null) {
      return known;
    }
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(new InetSocketAddress("127.0.0.1", emulator.port()), PATIENCE_MILLIS);
    open = socket;
    in = new BufferedInputStream(socket.getInputStream());
    return socket;
  }

  private void close() {
    Socket socket = open;
    open = null;
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is gone.
      }
    }
  }

  private void answer(Attack attack, String name) throws IOException {
    InputStream from = in;
    FuzzResponse answer;
    do {
      answer = from == null ? null : FuzzResponse.read(from, attack.request().verb());
    } while (answer != null && answer.isInterim());
    if (answer == null) {
      throw new IOException("The connection ended without a response.");
    }
    check(answer, attack, name);
    if (answer.headers().getOrDefault("connection", "").equals("close")) {
      close();
    }
  }

  /** Reads until the connection ends, or nothing follows a response. */
  private void all(Attack attack, String name, Socket socket) throws IOException {
    InputStream from = new BufferedInputStream(socket.getInputStream());
    String verb = attack.request().verb();
    int answers = 0;
    try {
      FuzzResponse answer = FuzzResponse.read(from, verb);
      while (answer != null) {
        check(answer, attack, name);
        answers++;
        // Further responses are for bytes behind the request.
        verb = "GET";
        from.mark(1);
        socket.setSoTimeout(QUIET_MILLIS);
        if (from.read() < 0) {
          break;
        }
        from.reset();
        socket.setSoTimeout(PATIENCE_MILLIS);
        answer = FuzzResponse.read(from, verb);
      }
    } catch (SocketTimeoutException e) {
      if (answers == 0) {
        throw e;
      }
    }
    if (answers == 0) {
      findings.add(attack.kind(), 0);
    }
  }

  private void check(FuzzResponse answer, Attack attack, String name) {
    findings.check(name, attack, answer);
    continuation = answer.headers().getOrDefault(Attacks.CONTINUATION, continuation);
    if (answer.status() == 201 && attack.request().path().contains("permissions")) {
      try {
        JsonNode permission = JSON.readTree(answer.body());
        boolean ofItem = permission.path("id").asText().equals(Attacks.ITEM_PERMISSION);
        Credentials by = ofItem ? Credentials.ITEM_TOKEN : Credentials.TOKEN;
        tokens.put(by, permission.path("_token").asText(tokens.get(by)));
      } catch (IOException e) {
        findings.violation(name, "A permission is not JSON.", attack);
      }
    }
  }

  /**
   * Puts the connection's last continuation token in, as it is or with one character changed,
   * unless the request has one that was made up.
   */
  private WireRequest continued(WireRequest request) {
    String place = request.headers().get(Attacks.CONTINUATION);
    if (place == null || HostileTexts.isToken(place)) {
      return request;
    }
    StringBuilder value = new StringBuilder(continuation);
    int at = Integer.parseInt(place);
    if (!value.isEmpty() && at % 3 == 0) {
      value.setCharAt(at % value.length(), (char) ('!' + at % 90));
    }
    return request.with(Attacks.CONTINUATION, value.toString());
  }

  private void send(Attack attack, OutputStream out) throws IOException {
    WireRequest request = continued(attack.request());
    byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
    String head = request.head(emulator.key(), tokens::get);
    byte[] whole = request.bytes(emulator.key(), tokens::get);
    switch (attack.framing()) {
      case PLAIN -> out.write(whole);
      case CHUNKED -> out.write(chunked(head, body, "\r\n"));
      case CHUNKED_WRONGLY -> out.write(chunked(head, body, "\n-1;x=\r"));
      case HALF -> out.write(Arrays.copyOf(whole, whole.length - body.length / 2 - 1));
      case SLOW -> slowly(out, whole);
      case TOO_SHORT -> out.write(WireRequest.joined(head + length(body.length / 2), body));
      case TOO_LONG ->
          out.write(WireRequest.joined(head + length(body.length + 10_000_000L), body));
      case TWO_LENGTHS ->
          out.write(
              WireRequest.joined(
                  head + "transfer-encoding: chunked\r\ncontent-length: 5\r\n" + length(3), body));
      case HUGE_HEADER ->
          out.write(
              WireRequest.joined(
                  head + "x: " + "y".repeat(10 * attack.amount()) + "\r\n\r\n", body));
      case MANY_HEADERS ->
          out.write(WireRequest.joined(head + "x: y\r\n".repeat(attack.amount()) + "\r\n", body));
      case SHORT_HEADERS ->
          out.write(WireRequest.joined(head + "a:\r\n".repeat(attack.amount()), new byte[0]));
      case FOLDED_HEADER ->
          out.write(
              WireRequest.joined(
                  head + "x: y\r\n" + " \r\n".repeat(attack.amount()) + "\r\n", body));
      case OLD_VERSION ->
          out.write(
              new String(whole, StandardCharsets.UTF_8)
                  .replaceFirst("HTTP/1.1", "HTTP/0.7")
                  .getBytes(StandardCharsets.UTF_8));
      case PIPELINED -> {
        for (int i = 0; i < attack.amount(); i++) {
          out.write(whole);
        }
      }
      case GARBAGE -> out.write(attacks.garbage(attack.amount()));
    }
    out.flush();
  }

  private static String length(long length) {
    return "content-length: " + length + "\r\n\r\n";
  }

  private static byte[] chunked(String head, byte[] body, String end) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write((head + "transfer-encoding: chunked\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < body.length; i += CHUNK) {
      int count = Math.min(CHUNK, body.length - i);
      bytes.write((Integer.toHexString(count) + end).getBytes(StandardCharsets.UTF_8));
      bytes.write(body, i, count);
      bytes.write("\r\n".getBytes(StandardCharsets.UTF_8));
    }
    bytes.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  private static void slowly(OutputStream out, byte[] whole) throws IOException {
    int part = whole.length / SLOW_PARTS + 1;
    for (int i = 0; i < whole.length; i += part) {
      out.write(whole, i, Math.min(part, whole.length - i));
      out.flush();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
