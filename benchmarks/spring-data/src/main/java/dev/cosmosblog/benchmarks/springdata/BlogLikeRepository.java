package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.repository.CosmosRepository;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/** The likes. */
interface BlogLikeRepository extends CosmosRepository<BlogLike, String> {
  /** One query in one partition. */
  Slice<BlogLike> findByPostId(String postId, Pageable page);
}
