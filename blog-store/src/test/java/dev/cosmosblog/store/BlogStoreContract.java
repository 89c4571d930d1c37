package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** All that a store promises, on a real endpoint. A subclass says on which, and how it writes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BlogStoreContract
    implements CommandsContract,
        RefusalsContract,
        PagingContract,
        ConcurrencyContract,
        UsernamesContract,
        RemovalsContract,
        CopiesContract,
        BadItemsContract,
        ErasureContract,
        SchemaContract {
  private final int physicalPartitions;
  private final WritePath path;
  private Backend backend;
  private Blog blog;

  BlogStoreContract(int physicalPartitions, WritePath path) {
    this.path = path;
    this.physicalPartitions = physicalPartitions;
  }

  @BeforeAll
  void open() {
    backend = Backend.open(physicalPartitions);
    if (path == WritePath.SCRIPTS) {
      backend.needs(Backend.Feature.SCRIPTS);
    }
    blog = Blog.on(backend, path);
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
