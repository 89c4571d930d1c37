package dev.cosmosblog.examples.verify;

import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/** Shows a run's findings and progress, and writes its resume token to a file after each page. */
final class ResumeFile implements MaintenanceListener {
  private final Optional<Path> file;
  private final Screen screen;

  ResumeFile(Optional<Path> file, Screen screen) {
    this.file = file;
    this.screen = screen;
  }

  /** Returns the token of a run that has not reached its end. */
  Optional<String> read() throws IOException {
    return file.isPresent() && Files.exists(file.get())
        ? Optional.of(Files.readString(file.get()))
        : Optional.empty();
  }

  /** Deletes the token, so that the next run starts from the beginning. */
  void delete() throws IOException {
    if (file.isPresent()) {
      Files.deleteIfExists(file.get());
    }
  }

  @Override
  public void onFinding(Finding finding) {
    screen.line(
        "%s at %s %s/%s: %s instead of %s"
            .formatted(
                finding.kind(),
                finding.item().container(),
                finding.item().partitionKey(),
                finding.item().id(),
                finding.found(),
                finding.expected()));
  }

  @Override
  public void onPage(MaintenanceProgress progress) {
    screen.status(
        String.format(
            Locale.ROOT,
            "%s: %d items, %d findings, about %.0f %%",
            progress.phase(),
            progress.items().read(),
            progress.soFar().found().values().stream().mapToLong(Long::longValue).sum(),
            100.0 * progress.items().read() / Math.max(1, progress.items().total())));
    if (file.isPresent() && progress.resumeToken().isPresent()) {
      write(file.get(), progress.resumeToken().get());
    }
  }

  /** Replaces the file atomically: a kill in the middle leaves the token of the page before. */
  private static void write(Path path, String token) {
    try {
      Path next = Files.writeString(path.resolveSibling(path.getFileName() + ".next"), token);
      Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
