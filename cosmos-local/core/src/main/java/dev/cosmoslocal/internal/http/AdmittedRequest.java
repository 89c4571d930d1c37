package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.http.auth.Grant;
import org.jspecify.annotations.Nullable;

/**
 * A request, and what was decided by its head before the body was read.
 *
 * @param request the request, without a body
 * @param grant the rights of its credential; meaningless if it is refused
 * @param refusal the reason why it is not served; null if it is
 * @param undisturbed whether no fault is injected
 */
record AdmittedRequest(
    ApiRequest request,
    Route route,
    Grant grant,
    @Nullable EngineException refusal,
    boolean undisturbed) {}
