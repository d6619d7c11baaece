package io.oncepaid.outbox;

import io.oncepaid.OncepaidConfig;
import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Which destination each merchant has. */
@ApplicationScoped
public class Destinations {
  private final Map<String, Destination> byMerchant = new TreeMap<>();

  /**
   * @param all by priority, the highest first
   */
  Destinations(OncepaidConfig config, @All List<Destination> all) {
    for (String merchant : config.merchants().keySet()) {
      all.stream()
          .filter(destination -> destination.serves(merchant))
          .findFirst()
          .ifPresent(destination -> byMerchant.put(merchant, destination));
    }
  }

  /** Merchants without a destination are not in it: their events wait to be read. */
  Map<String, Destination> byMerchant() {
    return byMerchant;
  }

  /** The name of the merchant's destination; empty where it has none. */
  public Optional<String> nameOf(String merchant) {
    return Optional.ofNullable(byMerchant.get(merchant)).map(Destination::name);
  }
}
