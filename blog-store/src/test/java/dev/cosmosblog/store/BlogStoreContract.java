package dev.cosmosblog.store;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** All that a store promises, on a real endpoint. A subclass says on which. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BlogStoreContract
    implements CommandsContract,
        RefusalsContract,
        PagingContract,
        ConcurrencyContract,
        UsernamesContract,
        RemovalsContract,
        CopiesContract,
        SchemaContract {
  private final int physicalPartitions;
  private Backend backend;
  private Blog blog;

  BlogStoreContract(int physicalPartitions) {
    this.physicalPartitions = physicalPartitions;
  }

  @BeforeAll
  void open() {
    backend = Backend.open(physicalPartitions);
    blog = Blog.on(backend);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Blog blog() {
    return blog;
  }
}
