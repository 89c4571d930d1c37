package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The address of a replica. Clients in direct mode choose a replica for each request: the primary
 * for writes, any one or two for reads.
 *
 * @param owner the resource id of the container, or {@link #MASTER}
 * @param partition the id of the physical partition
 * @param number 0 to 3; 0 is the primary
 */
public record ReplicaAddress(String owner, String partition, int number) {
  /** The replicas of each physical partition. */
  public static final int COUNT = 4;

  /** The replicas that have to store a write before it is acknowledged. */
  public static final int WRITE_QUORUM = 3;

  /** The owner of the partition that has everything but items, such as the databases. */
  public static final String MASTER = "master";

  private static final Pattern PATH =
      Pattern.compile("/apps/local/services/([^/]+)/partitions/([^/]+)/replicas/([0-3])[ps]/?");

  /** The four replicas of a physical partition, the primary first. */
  public static List<ReplicaAddress> of(String owner, String partition) {
    return IntStream.range(0, COUNT)
        .mapToObj(number -> new ReplicaAddress(owner, partition, number))
        .toList();
  }

  /**
   * Reads the path of an address.
   *
   * @throws EngineException 410 if no replica has it
   */
  public static ReplicaAddress parse(String path) {
    Matcher parts = PATH.matcher(path);
    if (!parts.matches()) {
      throw new EngineException(410, 0, "There is no replica at this path.");
    }
    return new ReplicaAddress(parts.group(1), parts.group(2), Integer.parseInt(parts.group(3)));
  }

  public boolean isPrimary() {
    return number == 0;
  }

  public boolean isMaster() {
    return owner.equals(MASTER);
  }

  /** The path of the address, in the form of the service. */
  public String path() {
    return "/apps/local/services/%s/partitions/%s/replicas/%d%s/"
        .formatted(owner, partition, number, isPrimary() ? "p" : "s");
  }
}
