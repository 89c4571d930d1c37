package dev.cosmosblog.benchmarks.ladder.rung;

import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

class ArticleV1ContractTest implements RungContract {
  @RegisterExtension static final RungDatabases DATABASES = new RungDatabases(RungKind.V1);

  @Override
  public List<Rung> rungs() {
    return DATABASES.rungs();
  }
}
