package dev.cosmosblog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.maintenance.BlogUpgrade;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogCommands;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.PageRequest;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The arguments of the types that a host calls; nothing is sent anywhere. */
class NullArgumentsTest {
  private static final UserId USER = UserId.of("user");
  private static final PostId POST = PostId.of("post");
  private static final BlogDatabase DATABASE =
      BlogDatabase.connect(
          new CosmosClientBuilder().endpoint("https://127.0.0.1:1/").key("a2V5"), "blog");

  private static final List<Object> INSTANCES =
      List.of(
          DATABASE,
          BlogDatabase.builder(),
          BlogStore.on(DATABASE),
          BlogStore.builder(DATABASE),
          BlogChangeFeed.builder(DATABASE),
          BlogVerifier.builder(DATABASE),
          BlogUpgrade.builder(DATABASE),
          ViewRebuild.builder(DATABASE),
          CreateUser.named("Ann"),
          CreatePost.of(USER, "", ""),
          CreateComment.of(POST, USER, ""),
          LikePost.of(POST, USER),
          new EditPost(POST, "", ""),
          new EditComment(POST, CommentId.of("comment"), ""),
          EditUser.of(USER),
          CustomProperties.NONE,
          EraseUser.remove(USER),
          PageRequest.first(1),
          RetryPolicy.standard(),
          ContainerNames.DEFAULT);

  /** Static methods of these types, too. */
  private static final List<Class<?>> OTHER_TYPES =
      List.of(
          BlogCommands.class,
          BlogChangeFeed.class,
          BlogVerifier.class,
          BlogUpgrade.class,
          ViewRebuild.class);

  /** A value of each type of parameter, for the parameters that are not null. */
  private static final Map<Class<?>, Object> VALUES =
      Map.ofEntries(
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(Long.class, 1L),
          Map.entry(double.class, 1.0),
          Map.entry(boolean.class, true),
          Map.entry(String.class, "text"),
          Map.entry(Duration.class, Duration.ofMinutes(1)),
          Map.entry(Instant.class, Instant.EPOCH),
          Map.entry(Clock.class, Clock.systemUTC()),
          Map.entry(UserId.class, USER),
          Map.entry(PostId.class, POST),
          Map.entry(CommentId.class, CommentId.of("comment")),
          Map.entry(User.class, new User(USER, "Ann")),
          Map.entry(PageRequest.class, PageRequest.first(1)),
          Map.entry(ContinuationToken.class, new ContinuationToken("token")),
          Map.entry(CommentOrder.class, CommentOrder.NEWEST_FIRST),
          Map.entry(Erasure.class, Erasure.REMOVE),
          Map.entry(WritePath.class, WritePath.BATCH),
          Map.entry(BlogDatabase.class, DATABASE),
          Map.entry(ContainerNames.class, ContainerNames.DEFAULT),
          Map.entry(RetryPolicy.class, RetryPolicy.none()),
          Map.entry(ThroughputProperties.class, ThroughputProperties.createManualThroughput(400)),
          Map.entry(
              CosmosClientBuilder.class,
              new CosmosClientBuilder().endpoint("https://127.0.0.1:1/").key("a2V5")));

  /** Of the JDK, or generated by the compiler. */
  private static final Set<String> NOT_OURS = Set.of("equals", "valueOf");

  static Stream<Arguments> parameters() {
    return Stream.concat(INSTANCES.stream().map(Object::getClass), OTHER_TYPES.stream())
        .distinct()
        .flatMap(
            type ->
                Stream.concat(
                    Arrays.stream(type.getConstructors()),
                    Arrays.stream(type.getDeclaredMethods())))
        .filter(e -> Modifier.isPublic(e.getModifiers()) && !e.isSynthetic())
        .filter(e -> !NOT_OURS.contains(e.getName()))
        .filter(
            e ->
                instance(e) != null
                    || Modifier.isStatic(e.getModifiers())
                    || e instanceof Constructor<?>)
        .flatMap(
            e ->
                Arrays.stream(e.getParameters())
                    .filter(p -> !p.getType().isPrimitive())
                    .filter(p -> !p.getAnnotatedType().isAnnotationPresent(Nullable.class))
                    .filter(p -> hasValues(e, p))
                    .map(p -> Arguments.of(e, p)));
  }

  /** Whether the other parameters can be given, so that this one alone is null. */
  private static boolean hasValues(Executable executable, Parameter parameter) {
    return Arrays.stream(executable.getParameters())
        .allMatch(p -> p.equals(parameter) || VALUES.containsKey(p.getType()));
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void aNullArgumentIsRefusedByName(Executable executable, Parameter parameter) {
    Object[] arguments =
        Arrays.stream(executable.getParameters())
            .map(p -> p.equals(parameter) ? null : VALUES.get(p.getType()))
            .toArray();

    assertThatThrownBy(() -> call(executable, arguments))
        .as("%s without %s", executable, parameter.getName())
        .satisfiesAnyOf(
            thrown ->
                assertThat(thrown)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage(parameter.getName()),
            // Texts have rules of their own, whose messages name them.
            thrown ->
                assertThat(thrown)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("missing"));
  }

  private static @Nullable Object instance(Executable executable) {
    return INSTANCES.stream()
        .filter(executable.getDeclaringClass()::isInstance)
        .findFirst()
        .orElse(null);
  }

  private static void call(Executable executable, Object[] arguments) throws Throwable {
    try {
      if (executable instanceof Method method) {
        method.invoke(instance(method), arguments);
      } else {
        ((Constructor<?>) executable).newInstance(arguments);
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
