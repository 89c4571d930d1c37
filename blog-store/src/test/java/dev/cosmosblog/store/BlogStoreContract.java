package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All that a store promises, on a real endpoint. A subclass says on which, and how it writes. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BlogStoreContract
    implements CommandsContract,
        EditsContract,
        PropertiesContract,
        RefusalsContract,
        PagingContract,
        ConcurrencyContract,
        SlugsContract,
        UsernamesContract,
        RemovalsContract,
        StatusContract,
        ClosedCommentsContract,
        GuardedCopiesContract,
        MalformedItemsContract,
        ErasureContract,
        SchemaContract {
  @RegisterExtension final LocalCosmosExtension cosmos;
  private final WritePath path;
  private Blog blog;

  BlogStoreContract(LocalCosmosExtension cosmos, WritePath path) {
    this.cosmos = cosmos;
    this.path = path;
  }

  @BeforeAll
  void provision() {
    if (path == WritePath.SCRIPTS) {
      Backend.Feature.SCRIPTS.required();
    }
    blog = Blog.on(cosmos, path);
  }

  @Override
  public Blog blog() {
    return blog;
  }
}
