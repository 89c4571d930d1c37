package dev.cosmosblog.spring;

import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ApplicationListener;

/**
 * Turns off the SDK's loggers before the first client is built, because the SDK logs megabytes
 * during an outage. Its failures reach the library, which throws or logs them.
 *
 * <p>A level that the application sets for such a logger or its parents, by {@code logging.level}
 * or in a configuration file, stays as it is. A default property would override those files.
 */
final class SdkLogging implements ApplicationListener<ApplicationPreparedEvent> {
  /** The second one logs failed connections, with a stack trace for each. */
  private static final List<String> LOGGERS =
      List.of("com.azure.cosmos", "reactor.netty.http.client.HttpClientConnect");

  SdkLogging() {}

  @Override
  public void onApplicationEvent(ApplicationPreparedEvent event) {
    BeanFactory beans = event.getApplicationContext().getBeanFactory();
    boolean enabled =
        event
            .getApplicationContext()
            .getEnvironment()
            .getProperty("cosmosblog.enabled", Boolean.class, true);
    if (enabled && beans.containsBean(LoggingApplicationListener.LOGGING_SYSTEM_BEAN_NAME)) {
      LoggingSystem logging =
          beans.getBean(LoggingApplicationListener.LOGGING_SYSTEM_BEAN_NAME, LoggingSystem.class);
      LOGGERS.stream()
          .filter(logger -> !isConfigured(logging, logger))
          .forEach(logger -> logging.setLogLevel(logger, LogLevel.OFF));
    }
  }

  /** Whether the logger or a parent has a level, except the root logger, which has always one. */
  private static boolean isConfigured(LoggingSystem logging, String logger) {
    for (String name = logger; !name.isEmpty(); name = parent(name)) {
      LoggerConfiguration configuration = logging.getLoggerConfiguration(name);
      if (configuration != null && configuration.getConfiguredLevel() != null) {
        return true;
      }
    }
    return false;
  }

  private static String parent(String logger) {
    return logger.substring(0, Math.max(0, logger.lastIndexOf('.')));
  }
}
