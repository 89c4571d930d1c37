package dev.cosmoslocal.internal.script;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.Undefined;

/** {@code console}: its log goes to a header of the response if the request enables logging. */
final class ConsoleObject {
  /** Clients accept 32 KB of headers in total; the log is percent-encoded. */
  private static final int MAX_ENCODED = 24 * 1024;

  private static final Pattern PLACE = Pattern.compile("%([s%])");

  private final Realm realm;
  private final boolean enabled;
  private final StringBuilder log = new StringBuilder();
  private int encoded;

  ConsoleObject(Realm realm, boolean enabled) {
    this.realm = realm;
    this.enabled = enabled;
  }

  String log() {
    return log.toString();
  }

  Scriptable object() {
    Scriptable console = realm.newObject();
    HostFunction.define(console, "log", 1, this::write);
    return console;
  }

  private Object write(Object[] arguments) {
    if (!enabled) {
      return Undefined.instance;
    }
    if (arguments.length == 0) {
      throw realm.error(400, "The function \"log\" requires at least 1 argument(s).");
    }
    checkLength(arguments);
    append(arguments.length == 1 ? Context.toString(arguments[0]) : formatted(arguments));
    return Undefined.instance;
  }

  /** Encoding and formatting take several times the memory. */
  private void checkLength(Object[] arguments) {
    long length = encoded;
    for (Object argument : arguments) {
      length += argument instanceof CharSequence text ? text.length() : 0;
    }
    if (length > MAX_ENCODED) {
      throw tooLarge();
    }
  }

  private void append(String text) {
    int more =
        text.length() > MAX_ENCODED
            ? text.length()
            : URLEncoder.encode(text, StandardCharsets.UTF_8).length();
    if (encoded + more > MAX_ENCODED) {
      throw tooLarge();
    }
    encoded += more;
    log.append(text);
  }

  private RuntimeException tooLarge() {
    return realm.error(
        413,
        "Resulting message would be too large because of \"x-ms-documentdb-script-log-results\"."
            + " Return from script with current message and use continuation token to call the"
            + " script again or modify your script.");
  }

  private String formatted(Object[] arguments) {
    if (!(arguments[0] instanceof CharSequence format)) {
      throw realm.error(
          400,
          "First argument to console.log should be a string containing zero or more substitution"
              + " strings.");
    }
    Matcher places = PLACE.matcher(format);
    StringBuilder text = new StringBuilder();
    int next = 1;
    while (places.find()) {
      String value =
          places.group(1).equals("%")
              ? "%"
              : Context.toString(HostFunction.argument(arguments, next++));
      places.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return places.appendTail(text).toString();
  }
}
