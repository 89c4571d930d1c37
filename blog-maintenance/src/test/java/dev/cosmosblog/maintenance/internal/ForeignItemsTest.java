package dev.cosmosblog.maintenance.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.RepairWrites.MissingFields;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForeignItemsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Optional<VersionedName> nameFor(String name, VersionedName user)
      throws JsonProcessingException {
    String json =
        "{'id':'c','type':'comment','postId':'p','userId':'u','content':'Hm'" + name + "}";
    StoredItem comment = JSON.readValue(json.replace('\'', '"'), StoredItem.class);
    MissingFields fill = new ForeignItems(Optional.empty()).fill(comment, Map.of("u", user));
    return fill.name();
  }

  @Test
  void aStaleNameDoesNotReplaceANewerOne() throws JsonProcessingException {
    VersionedName seen = new VersionedName("Of old", 1);
    assertThat(nameFor(",'userUsername':'Renamed','userVersion':2", seen)).isEmpty();
    assertThat(nameFor(",'userVersion':2", seen)).as("the repair reads the user again").isEmpty();
    assertThat(nameFor(",'userUsername':'Another','userVersion':1", seen)).contains(seen);
    assertThat(nameFor(",'userUsername':'Another','userVersion':0", seen)).contains(seen);
    assertThat(nameFor("", seen)).contains(seen);
  }
}
