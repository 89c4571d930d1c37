package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.repository.CosmosRepository;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/** The posts. */
interface BlogPostRepository extends CosmosRepository<BlogPost, String> {
  /** Asks all partitions: a user's posts are spread over them. */
  Slice<BlogPost> findByUserId(String userId, Pageable page);

  /** The newest posts, from all partitions. */
  Iterable<BlogPost> findTop100ByOrderByCreationDateDesc();
}
