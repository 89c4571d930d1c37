package dev.cosmosblog.spring;

/** The application has told the blog of no account, or of one without a credential. */
public final class NoAccountException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  NoAccountException() {
    super(
        "The blog has no Azure Cosmos DB account. Set cosmosblog.endpoint and cosmosblog.key, or"
            + " cosmosblog.endpoint and a TokenCredential bean; or declare a CosmosClient and a"
            + " CosmosAsyncClient, or a CosmosClientBuilder; or add cosmos-local-spring-boot for an"
            + " account in the process.");
  }
}
