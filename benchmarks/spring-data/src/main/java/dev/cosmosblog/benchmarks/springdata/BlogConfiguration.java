package dev.cosmosblog.benchmarks.springdata;

import com.azure.spring.data.cosmos.config.AbstractCosmosConfiguration;
import com.azure.spring.data.cosmos.repository.config.EnableCosmosRepositories;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/** The repositories of this package, on a client that is given as a bean. */
@Configuration
@ComponentScan
@EnableCosmosRepositories
class BlogConfiguration extends AbstractCosmosConfiguration {
  @Override
  protected String getDatabaseName() {
    return "spring-data";
  }
}
