package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Which rungs are measured. */
final class RungChoice {
  static final Option OPTION = new Option("rungs", "LIST", "of V1,V2,V3,ours; by default all");

  private RungChoice() {}

  static List<RungKind> of(Arguments arguments) {
    return arguments
        .option(OPTION.name())
        .map(list -> Stream.of(list.split(",")).map(RungChoice::rung).distinct().toList())
        .orElseGet(() -> List.of(RungKind.values()));
  }

  private static RungKind rung(String label) {
    return Arrays.stream(RungKind.values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () -> new UsageException("--rungs has '" + label + "'; give some of V1,V2,V3,ours"));
  }
}
