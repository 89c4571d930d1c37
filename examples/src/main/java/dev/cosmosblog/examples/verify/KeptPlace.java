package dev.cosmosblog.examples.verify;

import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.VerifyListener;
import dev.cosmosblog.maintenance.verify.VerifyProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/** Keeps a run's place in a file after each page, and shows what it finds. */
final class KeptPlace implements VerifyListener {
  private final Optional<Path> file;
  private final Screen screen;

  KeptPlace(Optional<Path> file, Screen screen) {
    this.file = file;
    this.screen = screen;
  }

  /** Where a run that did not come to its end has left off. */
  Optional<String> read() throws IOException {
    return file.isPresent() && Files.exists(file.get())
        ? Optional.of(Files.readString(file.get()))
        : Optional.empty();
  }

  /** After a run's end, the next one begins anew. */
  void forget() throws IOException {
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
                finding.place().container(),
                finding.place().partition(),
                finding.place().id(),
                finding.found(),
                finding.right()));
  }

  @Override
  public void onPage(VerifyProgress progress) {
    screen.status(
        String.format(
            Locale.ROOT,
            "%s: %d items, %d findings, about %.0f %%",
            progress.section(),
            progress.scanned(),
            progress.found(),
            progress.share() * 100));
    file.ifPresent(path -> write(path, progress.resumeToken()));
  }

  /** A kill in the middle leaves the place before. */
  private static void write(Path path, String token) {
    try {
      Path next = Files.writeString(path.resolveSibling(path.getFileName() + ".next"), token);
      Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
