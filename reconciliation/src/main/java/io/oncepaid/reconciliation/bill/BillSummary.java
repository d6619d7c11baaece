package io.oncepaid.reconciliation.bill;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a bill adds up to, counted while it was read and found equal to what the bill says of
 * itself.
 */
public final class BillSummary {
  private final Map<Key, Sum> sums = new TreeMap<>();
  private final Map<String, Long> figures = new LinkedHashMap<>();
  private Set<Movement> lists = EnumSet.of(Movement.PAY, Movement.REFUND);
  private Key lastKey;
  private Sum lastSum;
  private long rows;

  /** The rows of one movement in one currency. */
  public record Key(Movement movement, String currency) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byMovement = movement.compareTo(other.movement);
      return byMovement != 0 ? byMovement : currency.compareTo(other.currency);
    }
  }

  /** Count, sum and fees, in minor units. */
  public static final class Sum {
    private long count;
    private long amount;
    private long fee;

    public long count() {
      return count;
    }

    public long amount() {
      return amount;
    }

    public long fee() {
      return fee;
    }
  }

  void add(BillRow row) {
    rows++;
    if (lastKey == null
        || lastKey.movement != row.movement()
        || !lastKey.currency.equals(row.currency())) {
      lastKey = new Key(row.movement(), row.currency());
      lastSum = sums.computeIfAbsent(lastKey, key -> new Sum());
    }
    lastSum.count++;
    lastSum.amount = Math.addExact(lastSum.amount, row.amount());
    lastSum.fee = Math.addExact(lastSum.fee, row.fee());
  }

  /** A total that the bill itself named and that was checked, such as {@code closing_balance}. */
  void figure(String name, long value) {
    figures.put(name, value);
  }

  void lists(Set<Movement> movements) {
    lists = movements;
  }

  /** The movements that a bill of this kind lists: others of our books are not missed in it. */
  public Set<Movement> lists() {
    return lists;
  }

  public long rows() {
    return rows;
  }

  public Map<Key, Sum> sums() {
    return sums;
  }

  public Map<String, Long> figures() {
    return figures;
  }
}
