package dev.cosmosblog.cli;

import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.BlogVerifierBuilder;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds copies, counts and usernames that differ from their sources, and repairs them. */
@Command(
    name = "verify",
    description = {
      "Compares a blog's counts, copies and usernames with their sources, beside live traffic.",
      "Without --repair it writes nothing."
    })
final class VerifyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private BlogOptions blog = new BlogOptions();
  @Mixin private RunOptions run = new RunOptions();

  @Option(
      names = "--repair",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "repair what differs")
  private boolean repair;

  @Option(
      names = "--dry-run",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "report what --repair would repair, and write nothing")
  private boolean dryRun;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description = "store the position after each page, and resume a run that was stopped there")
  private @Nullable Path resume;

  @Option(
      names = "--settle-seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = {
        "how long to wait before what differs is checked again (default: ${DEFAULT-VALUE});",
        "more where replicas or the change feed lag longer, 0 where nothing writes"
      })
  private long settleSeconds;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (repair && dryRun) {
      throw new InvalidOptionException("--repair and --dry-run exclude each other");
    }
    RunOutput output = new RunOutput(terminal, run, true);
    try (BlogDatabase database = blog.open("blog-cli verify")) {
      // Invalid options fail before a request is sent.
      run.applyTo(builder(database), output);
      BlogVerifier verifier =
          run.applyTo(builder(blog.adopt(database)), output)
              .listener(new StoredPosition(resume))
              .build();
      MaintenanceReport report = run(verifier, token());
      if (resume != null) {
        Files.deleteIfExists(resume);
      }
      return repair
          ? output.print(report, "repaired", report.repaired())
          : output.print(report, dryRun ? "would be repaired" : "repairable", report.repairable());
    } catch (IOException | UncheckedIOException e) {
      throw new FailedCommandException("The file %s can't be used: %s".formatted(resume, e), e);
    }
  }

  private BlogVerifierBuilder builder(BlogDatabase database) {
    try {
      return BlogVerifier.builder(database).settleTime(Duration.ofSeconds(settleSeconds));
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionException("--settle-seconds: " + e.getMessage());
    }
  }

  private MaintenanceReport run(BlogVerifier verifier, @Nullable String token)
      throws InterruptedException {
    if (token == null) {
      return repair ? verifier.repair() : verifier.verify();
    }
    return repair ? verifier.repair(token) : verifier.verify(token);
  }

  private @Nullable String token() throws IOException {
    return resume != null && Files.exists(resume) ? Files.readString(resume) : null;
  }

  /** Writes the resume token to a file after each page. */
  private record StoredPosition(@Nullable Path file) implements MaintenanceListener {
    @Override
    public void onPage(MaintenanceProgress progress) {
      Path target = file;
      if (target != null && progress.resumeToken().isPresent()) {
        write(target, progress.resumeToken().get());
      }
    }

    /** Replaces the file atomically: a crash leaves the token of the page before. */
    private static void write(Path target, String token) {
      try {
        Path next = Files.writeString(target.resolveSibling(target.getFileName() + ".next"), token);
        Files.move(next, target, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
