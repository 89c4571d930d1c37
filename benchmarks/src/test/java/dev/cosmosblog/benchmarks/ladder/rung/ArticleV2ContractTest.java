package dev.cosmosblog.benchmarks.ladder.rung;

import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

class ArticleV2ContractTest implements RungContract {
  @RegisterExtension static final RungDatabases DATABASES = new RungDatabases(RungKind.V2);

  @Override
  public List<Rung> rungs() {
    return DATABASES.rungs();
  }
}
