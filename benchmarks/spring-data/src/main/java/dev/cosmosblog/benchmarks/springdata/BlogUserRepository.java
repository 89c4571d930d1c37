package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.repository.CosmosRepository;

/** The users. */
interface BlogUserRepository extends CosmosRepository<BlogUser, String> {
  /** Asks all partitions, because usernames aren't partition keys. */
  boolean existsByUsername(String username);
}
