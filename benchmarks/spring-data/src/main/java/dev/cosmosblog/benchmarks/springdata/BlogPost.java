package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import org.springframework.data.annotation.Id;

/** A post with its author's name and its counts, so that reading it is one request. */
@Container(containerName = "posts")
record BlogPost(
    @Id @PartitionKey String id,
    String userId,
    String userUsername,
    String title,
    String content,
    long commentCount,
    long likeCount,
    String creationDate) {}
