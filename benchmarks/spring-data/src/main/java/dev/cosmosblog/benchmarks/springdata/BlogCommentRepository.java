package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.repository.CosmosRepository;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/** The comments. */
interface BlogCommentRepository extends CosmosRepository<BlogComment, String> {
  /** One query in one partition. */
  Slice<BlogComment> findByPostId(String postId, Pageable page);
}
