package dev.cosmoslocal;

import com.azure.cosmos.models.PartitionKey;
import java.util.List;

/** An item of Microsoft's samples for Java; the partition key is the last name. */
record SampleFamily(
    String id,
    String lastName,
    String district,
    List<Parent> parents,
    List<Child> children,
    Address address,
    boolean registered) {
  record Parent(String familyName, String firstName) {}

  record Child(String firstName, String gender, int grade, List<Pet> pets) {}

  record Pet(String givenName) {}

  record Address(String state, String county, String city) {}

  static SampleFamily andersen(String id) {
    return new SampleFamily(
        id,
        "Andersen",
        "WA5",
        List.of(new Parent(null, "Thomas"), new Parent(null, "Mary Kay")),
        List.of(new Child("Henriette Thaulow", "female", 5, List.of(new Pet("Fluffy")))),
        new Address("WA", "King", "Seattle"),
        true);
  }

  static SampleFamily wakefield(String id) {
    return new SampleFamily(
        id,
        "Wakefield",
        "NY23",
        List.of(new Parent("Wakefield", "Robin"), new Parent("Miller", "Ben")),
        List.of(
            new Child("Jesse", "female", 8, List.of(new Pet("Goofy"), new Pet("Shadow"))),
            new Child("Lisa", "female", 1, List.of())),
        new Address("NY", "Manhattan", "NY"),
        true);
  }

  static SampleFamily childless(String id, String lastName) {
    return new SampleFamily(id, lastName, "None", List.of(), List.of(), null, false);
  }

  SampleFamily named(String name) {
    return new SampleFamily(id, name, district, parents, children, address, registered);
  }

  SampleFamily in(String other) {
    return new SampleFamily(id, lastName, other, parents, children, address, registered);
  }

  SampleFamily registered(boolean is) {
    return new SampleFamily(id, lastName, district, parents, children, address, is);
  }

  PartitionKey key() {
    return new PartitionKey(lastName);
  }
}
