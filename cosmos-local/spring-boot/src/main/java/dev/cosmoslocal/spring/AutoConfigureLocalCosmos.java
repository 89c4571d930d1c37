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
 * Lets the blog of a test run on the in-process emulator, whichever account the application is
 * configured for. Each application context has an account of its own, empty at first and on any
 * free port, and closes it: {@code cosmos-local.directory} and {@code cosmos-local.port} have no
 * effect.
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
    properties = {"cosmos-local.mode=always", "cosmos-local.directory=", "cosmos-local.port=0"})
public @interface AutoConfigureLocalCosmos {}
