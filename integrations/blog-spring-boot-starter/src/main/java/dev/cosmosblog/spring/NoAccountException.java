package dev.cosmosblog.spring;

/**
 * The application doesn't configure an account for the blog, or an endpoint that isn't a URL, or no
 * credential, or several beans from which the blog can't choose.
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
        "No Azure Cosmos DB account is configured for the blog.",
        "Set cosmosblog.endpoint and cosmosblog.key; or declare a CosmosClient and a"
            + " CosmosAsyncClient, or a CosmosClientBuilder; or add cosmos-local-spring-boot for"
            + " an in-process emulator; or set cosmosblog.enabled to false.");
  }

  static NoAccountException invalidEndpoint(String endpoint) {
    return new NoAccountException(
        "The endpoint '" + endpoint + "' of the blog's account is not a URL.",
        "Set cosmosblog.endpoint to one such as https://NAME.documents.azure.com:443/, and"
            + " cosmosblog.key to the key.");
  }

  static NoAccountException withoutCredential(String endpoint) {
    return new NoAccountException(
        "No credential is configured for the account " + endpoint + ".",
        "Set cosmosblog.key, or declare a bean of type TokenCredential, such as azure-identity's"
            + " DefaultAzureCredential.");
  }

  static NoAccountException severalBeans(Class<?> type) {
    return new NoAccountException(
        "The application has several beans of type " + type.getSimpleName() + ".",
        "Mark one of them with @Primary.");
  }

  String problem() {
    return problem;
  }

  String action() {
    return action;
  }
}
