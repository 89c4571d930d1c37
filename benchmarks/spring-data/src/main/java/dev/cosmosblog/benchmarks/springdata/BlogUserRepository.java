package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.repository.CosmosRepository;

/** The users. */
interface BlogUserRepository extends CosmosRepository<BlogUser, String> {
  /** Asks all partitions: a name is in none of its own. */
  boolean existsByUsername(String username);
}
