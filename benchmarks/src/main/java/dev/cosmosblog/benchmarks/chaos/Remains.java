package dev.cosmosblog.benchmarks.chaos;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.examples.console.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Keeps of a run that failed what those need who look for why. */
final class Remains {
  private final Path directory;

  Remains(int seed) {
    this.directory =
        Path.of(
                System.getProperty(Results.BASE_DIRECTORY, "."),
                "target",
                "results",
                "chaos-" + seed)
            .normalize();
  }

  /** The directory with all of it. */
  Path keep(CosmosDatabase database, CommandLog log, CopyHistory history, List<Finding> findings)
      throws IOException {
    Files.createDirectories(directory);
    for (String container : List.of("users", "posts", "feed", "leases")) {
      write(
          container + ".jsonl",
          Reading.read(database, container, Set.of()).stream()
              .map(item -> Reading.shortened(item).toString())
              .toList());
    }
    write("commands.log", log.all().stream().map(LoggedCommand::line).toList());
    write("findings.log", story(log, history, findings));
    return directory;
  }

  void keepHosts(HostProcesses hosts) throws IOException {
    Files.createDirectories(directory);
    write("hosts.log", List.copyOf(hosts.lines()));
  }

  /** Each finding with what was said of its item, and in which versions its copies were seen. */
  private static List<String> story(CommandLog log, CopyHistory history, List<Finding> findings) {
    List<String> lines = new ArrayList<>(findings.stream().map(Finding::line).toList());
    Set<String> ids =
        findings.stream().map(Finding::itemId).collect(Collectors.toCollection(LinkedHashSet::new));
    for (String id : ids) {
      lines.add("");
      lines.add("== " + id);
      lines.addAll(history.of(id));
      log.about(id).forEach(one -> lines.add(one.line()));
    }
    return lines;
  }

  private void write(String name, List<String> lines) throws IOException {
    Files.write(directory.resolve(name), lines);
  }
}
