package dev.cosmosblog.local.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * Lets the blog of a test run on an account in the process, whichever account the application is
 * configured for. Each application context has an account of its own, empty at first and on any
 * free port, and closes it: {@code cosmosblog.local.directory} and {@code cosmosblog.local.port}
 * have no effect.
 *
 * <p>A {@code LocalCosmos}, {@code BlogDatabase} or {@code BlogStore} bean of the application's own
 * stays, with the account that it uses.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration(LocalCosmosAutoConfiguration.class)
@TestPropertySource(
    properties = {
      "cosmosblog.local.mode=always",
      "cosmosblog.local.directory=",
      "cosmosblog.local.port=0"
    })
public @interface AutoConfigureLocalCosmos {}
