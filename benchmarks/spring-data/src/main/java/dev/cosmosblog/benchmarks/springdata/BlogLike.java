package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import org.springframework.data.annotation.Id;

/** A like, whose id is its user's, so that a user likes a post at most once. */
@Container(containerName = "likes")
record BlogLike(
    @Id String id, @PartitionKey String postId, String userUsername, String creationDate) {}
