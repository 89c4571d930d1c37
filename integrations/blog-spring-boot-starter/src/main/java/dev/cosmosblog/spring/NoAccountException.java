package dev.cosmosblog.spring;

/**
 * The application names no account for the blog, or one without a credential, or has several beans
 * of which any could.
 */
final class NoAccountException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String action;

  private NoAccountException(String problem, String action) {
    super(problem + " " + action);
    this.problem = problem;
    this.action = action;
  }

  static NoAccountException withoutAccount() {
    return new NoAccountException(
        "The blog has no Azure Cosmos DB account.",
        "Set cosmosblog.endpoint and cosmosblog.key; or declare a CosmosClient and a"
            + " CosmosAsyncClient, or a CosmosClientBuilder; or add cosmos-local-spring-boot for"
            + " an in-process emulator; or set cosmosblog.enabled to false.");
  }

  static NoAccountException withoutCredential(String endpoint) {
    return new NoAccountException(
        "The blog has no credential for the account " + endpoint + ".",
        "Set cosmosblog.key, or declare a bean of type TokenCredential, such as azure-identity's"
            + " DefaultAzureCredential.");
  }

  static NoAccountException severalBeans(Class<?> type) {
    return new NoAccountException(
        "The application has several beans of type " + type.getSimpleName() + ".",
        "Mark one @Primary.");
  }

  String problem() {
    return problem;
  }

  String action() {
    return action;
  }
}
