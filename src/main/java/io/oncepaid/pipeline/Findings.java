package io.oncepaid.pipeline;

import io.oncepaid.pipeline.FlowLayer.Movement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of a group, each with the facts that led to it.
 *
 * @param byNotice why each of the notices that changed nothing did not
 * @param facts what stood here
 */
record Findings(Map<Settling, Finding> byNotice, Map<Settling, Facts> facts) {

  /** The movements that are booked beside their payment, in the order of their payments. */
  List<Movement> movements() {
    List<Movement> movements = new ArrayList<>(0);
    byNotice.forEach(
        (settling, finding) -> {
          if (finding.standsAlone()) {
            movements.add(new Movement(settling, finding.moves()));
          }
        });
    movements.sort((a, b) -> SettlementQueue.IN_BYTE_ORDER.compare(a.settling(), b.settling()));
    return movements;
  }

  /** Of those who hold their claim, the ones that must not keep it. */
  List<Settling> claimsToGiveBack(List<Settling> claimed) {
    return claimed.stream()
        .filter(settling -> byNotice.containsKey(settling))
        .filter(settling -> !byNotice.get(settling).keepsClaim())
        .toList();
  }

  /** The same after layer 4 refused: what it did not take must not be said to be booked. */
  Findings withoutMovements() {
    Map<Settling, Finding> kept = new HashMap<>(byNotice);
    kept.replaceAll((settling, finding) -> finding.standsAlone() ? Finding.NOTHING_WRONG : finding);
    return new Findings(kept, facts);
  }
}
