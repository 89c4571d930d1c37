package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.script.ScriptException;

/** The bodies of errors. The SDK takes an error without a JSON body for a broken connection. */
public final class ErrorResponse {
  private ErrorResponse() {}

  public static ApiResponse of(EngineException refusal) {
    ApiResponse response = of(refusal.status(), String.valueOf(refusal.getMessage()));
    if (refusal.subStatus() != 0) {
      response.with(Headers.SUB_STATUS, String.valueOf(refusal.subStatus()));
    }
    if (!refusal.retryAfter().isZero()) {
      response.with(Headers.RETRY_AFTER, String.valueOf(refusal.retryAfter().toMillis()));
    }
    return response;
  }

  public static ApiResponse of(QueryException refusal) {
    return of(refusal.status(), String.valueOf(refusal.getMessage()));
  }

  public static ApiResponse of(BudgetExceededException refusal) {
    return of(
        new EngineException(refusal.status(), 0, String.valueOf(refusal.getMessage()))
            .retryAfter(refusal.retryAfter()));
  }

  public static ApiResponse of(ScriptException failure) {
    ApiResponse response = of(failure.status(), String.valueOf(failure.getMessage()));
    if (failure.subStatus() != 0) {
      response.with(Headers.SUB_STATUS, String.valueOf(failure.subStatus()));
    }
    return ScriptHeaders.logged(response, failure.log());
  }

  public static ApiResponse of(int status, String message) {
    return ApiResponse.of(status, Json.object().put("code", code(status)).put("message", message));
  }

  private static String code(int status) {
    return switch (status) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 408 -> "RequestTimeout";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 412 -> "PreconditionFailed";
      case 413 -> "RequestEntityTooLarge";
      case 423 -> "Locked";
      case 424 -> "FailedDependency";
      case 429 -> "TooManyRequests";
      case 449 -> "RetryWith";
      case 503 -> "ServiceUnavailable";
      default -> "InternalServerError";
    };
  }
}
