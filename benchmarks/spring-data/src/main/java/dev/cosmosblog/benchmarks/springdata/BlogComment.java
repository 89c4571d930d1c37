package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import org.springframework.data.annotation.Id;

/** A comment with its author's name, beside all others of its post. */
@Container(containerName = "comments")
record BlogComment(
    @Id String id,
    @PartitionKey String postId,
    String userId,
    String userUsername,
    String content,
    String creationDate) {}
