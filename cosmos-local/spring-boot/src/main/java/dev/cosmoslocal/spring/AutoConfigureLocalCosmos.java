package dev.cosmoslocal.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * Runs a test on the in-process emulator, whichever account the application is configured for.
 *
 * <p>Each application context starts its own emulator, empty and on a free port, and closes it.
 * {@code cosmos-local.directory}, {@code contents} and {@code port} have no effect. A {@code
 * LocalCosmos} bean of the application replaces this emulator. {@code CosmosClient} and {@code
 * CosmosAsyncClient} beans of the application keep the account that they were built for.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration(LocalCosmosAutoConfiguration.class)
@TestPropertySource(
    properties = {
      "cosmos-local.mode=always",
      "cosmos-local.directory=",
      "cosmos-local.contents=",
      "cosmos-local.port=0"
    })
public @interface AutoConfigureLocalCosmos {}
