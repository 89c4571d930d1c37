package dev.cosmosblog.benchmarks.ladder.rung;

import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

class LibraryRungContractTest implements RungContract {
  @RegisterExtension static final RungDatabases DATABASES = new RungDatabases(RungKind.LIBRARY);

  @Override
  public List<Rung> rungs() {
    return DATABASES.rungs();
  }
}
