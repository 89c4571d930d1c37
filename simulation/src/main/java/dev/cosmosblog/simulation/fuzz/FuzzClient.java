package dev.cosmosblog.simulation.fuzz;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.simulation.fuzz.Attacks.Attack;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.function.BooleanSupplier;

/** Runs one sequence of attacks, and checks every response. */
final class FuzzClient {
  private static final int CREATED = 201;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FuzzedEmulator emulator;
  private final Attacks attacks;
  private final int number;
  private final FuzzFindings findings;
  private String token = "type=resource&ver=1&sig=none;";
  private String continuation = "";

  FuzzClient(FuzzedEmulator emulator, long seed, int number, FuzzFindings findings) {
    this.emulator = emulator;
    this.attacks = new Attacks(seed, number);
    this.number = number;
    this.findings = findings;
  }

  void run(BooleanSupplier ended) {
    for (long count = 1; !ended.getAsBoolean() && emulator.isRunning(); count++) {
      Attack attack = attacks.next();
      String name = attack.kind() + " " + number + ":" + count;
      try {
        carryOut(attack, name);
      } catch (IOException e) {
        findings.violation(name, "No response: " + e, attack);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void carryOut(Attack attack, String name) throws IOException, InterruptedException {
    WireRequest request = attack.request();
    if (request.headers().containsKey(Attacks.CONTINUATION)) {
      request = request.with(Attacks.CONTINUATION, continuation);
    }
    if (attack.leaves()) {
      emulator.sendAndLeave(request, token);
      findings.add(attack.kind(), 0);
      return;
    }
    HttpResponse<byte[]> response = emulator.send(request, token);
    findings.check(name, attack, response.statusCode(), response.headers(), response.body());
    continuation = response.headers().firstValue(Attacks.CONTINUATION).orElse(continuation);
    if (response.statusCode() == CREATED && request.path().contains("permissions")) {
      token = JSON.readTree(response.body()).path("_token").asText(token);
    }
  }
}
