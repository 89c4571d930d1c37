package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Usernames stay unique in every race of two commands. Each pair of commands runs with the whole
 * second command before each request of the first.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UsernameRacesContractTest {
  private static final Instant NOW = Instant.parse("2026-11-20T13:37:31.250Z");

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.onePartition(Conditions.SERVICE);

  private Blog blog;

  @BeforeAll
  void provision() {
    blog = Blog.on(cosmos);
  }

  /** Two users, and the names that commands give them: each race has its own. */
  private record Race(UserId one, UserId other, String names) {
    static Race fresh() {
      String unique = Blog.unique("race");
      return new Race(UserId.of(unique + "-1"), UserId.of(unique + "-2"), unique);
    }

    String name(String which) {
      return names + which;
    }
  }

  private record Step(String what, BiConsumer<BlogStore, Race> command) {
    void run(BlogStore store, Race race) {
      try {
        command.accept(store, race);
      } catch (UsernameTakenException | IdTakenException e) {
        // One of two commands may lose; which one is not what this is about.
      }
    }

    Step then(Step next) {
      return new Step(
          what + " then " + next.what,
          (store, race) -> {
            run(store, race);
            next.run(store, race);
          });
    }
  }

  private static Step rename(String who, String to) {
    return new Step(
        "rename " + who + " to " + to,
        (store, race) ->
            store.renameUser(who.equals("one") ? race.one() : race.other(), race.name(to)));
  }

  private static Step create(String who, String name) {
    return new Step(
        "create " + who + " as " + name,
        (store, race) ->
            store.createUser(
                CreateUser.named(race.name(name))
                    .withId(who.equals("one") ? race.one() : race.other())));
  }

  private static final List<Step> FIRST =
      List.of(
          rename("one", "b"),
          create("one", "b"),
          create("one", "B"),
          create("one", "a"),
          rename("other", "a"));

  private static final List<Step> SECOND =
      List.of(
          rename("one", "b"),
          rename("one", "a"),
          rename("one", "b").then(rename("one", "a")),
          create("one", "b"),
          rename("other", "a"),
          rename("other", "b"),
          rename("one", "b").then(rename("other", "a")));

  @TestFactory
  @Invariant("I6")
  @Trap(10)
  Stream<DynamicTest> aNameBelongsToOneUserUnderEveryInterleaving() {
    return FIRST.stream()
        .flatMap(
            first ->
                SECOND.stream()
                    .map(
                        second ->
                            dynamicTest(
                                first.what() + ", meanwhile " + second.what(),
                                () -> interruptEverywhere(first, second))));
  }

  private void interruptEverywhere(Step first, Step second) {
    boolean interrupted = true;
    for (int before = 0; interrupted; before++) {
      Race race = Race.fresh();
      // The names of both were reserved long ago, so that no reservation is protected by its age.
      BlogStore store = store(blog.users(), NOW.minus(Duration.ofDays(1)));
      store.createUser(CreateUser.named(race.name("a")).withId(race.one()));
      store.createUser(CreateUser.named(race.name("z")).withId(race.other()));

      BlogStore undisturbed = store(blog.users(), NOW);
      Interrupted users =
          Interrupted.before(blog.users(), before, () -> second.run(undisturbed, race));
      first.run(store(users.container(), NOW), race);
      interrupted = users.happened();

      eachNameIsItsOwners(race, "interrupted before request " + before);
    }
  }

  private BlogStore store(CosmosContainer users, Instant now) {
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    return blog.storeOn(users, blog.posts(), blog.frontPage(), settings -> settings.clock(clock));
  }

  /** A day later nobody can take a name that is held, and everybody one that is not. */
  private void eachNameIsItsOwners(Race race, String when) {
    BlogStore later = store(blog.users(), NOW.plus(Duration.ofDays(1)));
    List<String> held = new ArrayList<>();
    for (UserId id : List.of(race.one(), race.other())) {
      later.findUser(id).map(User::username).ifPresent(held::add);
    }
    assertThat(held).as(when).doesNotHaveDuplicates();
    for (String letter : List.of("a", "b", "c")) {
      String name = race.name(letter);
      assertThat(isFree(later, name))
          .as("%s: is %s free, where %s are held", when, name, held)
          .isEqualTo(held.stream().noneMatch(name::equalsIgnoreCase));
    }
  }

  private static boolean isFree(BlogStore store, String name) {
    try {
      store.createUser(CreateUser.named(name));
      return true;
    } catch (UsernameTakenException e) {
      return false;
    } catch (BlogException e) {
      throw new AssertionError("the name " + name + " is neither free nor taken", e);
    }
  }
}
