package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import org.springframework.data.annotation.Id;

/** A user. */
@Container(containerName = "users")
record BlogUser(@Id @PartitionKey String id, String username) {}
