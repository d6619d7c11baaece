package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The part of a gateway's contract that is about damage: no mutation of a callback is read as
 * anything else, none is an accident, and however many come, nothing of them is kept. A hundred
 * thousand mutations for each gateway, more by {@code -Doncepaid.fuzz=1000000}.
 */
public abstract class MutationContract extends VectorContract {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final long SEED = Long.getLong("oncepaid.fuzz.seed", 20260309L);
  private static final int MUTATIONS = Integer.getInteger("oncepaid.fuzz", 100_000);

  /** Signing takes its time: of three hundred mutations, one is signed. */
  private static final int SIGNED_SHARE = 300;

  /** Before the heap is looked at for the first time: what is loaded and cached once is there. */
  private static final int WARM_UP = MUTATIONS / 5;

  /** Bytes, less than three for each mutation: what somebody else in the process may keep. */
  private static final long GROWTH = 256 << 10;

  /** Who else keeps more than that does so once; what mutations leave grows each time. */
  private static final int LOOKS = 4;

  /** A sender of this gateway's messages. */
  protected abstract TestSender sender();

  /** What was read, without what is not signed and moves no money. */
  protected Reading signedPart(Reading reading) {
    return reading;
  }

  /** A vector's callback, its adapter, and what the two make of each other undamaged. */
  private record Genuine(Gateway adapter, RawCallback callback, Reading reading) {}

  /** What is read from a mutated callback is what its original says, or nothing at all. */
  @Test
  void takes_no_mutation_for_anything_but_its_original_and_keeps_nothing_of_it() {
    List<Genuine> genuine =
        vectors.ofKind("callback").stream()
            .filter(vector -> accepted(vector) && VectorFacts.canBeOurs(vector))
            .map(this::genuine)
            .toList();
    Mutations mutations = new Mutations(SEED);
    mutate(genuine, mutations, WARM_UP);
    long before = usedHeap();
    mutate(genuine, mutations, MUTATIONS - WARM_UP);
    long after = usedHeap();

    for (int look = 1; after - before > GROWTH && look < LOOKS; look++) {
      before = after;
      mutate(genuine, mutations, MUTATIONS - WARM_UP);
      after = usedHeap();
    }
    assertThat(after - before).as("bytes that %d mutations left", MUTATIONS).isLessThan(GROWTH);
  }

  private Genuine genuine(JsonNode vector) {
    Gateway adapter = adapter(vector);
    try {
      RawCallback callback = callback(vector);
      return new Genuine(adapter, callback, signedPart(adapter.read(callback)));
    } catch (UnusableCallback e) {
      throw new AssertionError(vector.path("id").asText(), e);
    }
  }

  private void mutate(List<Genuine> genuine, Mutations mutations, int count) {
    for (int n = count; n > 0; n--) {
      Genuine original = genuine.get(n % genuine.size());
      RawCallback mutated = mutations.mutate(original.callback());
      try {
        Reading read = signedPart(original.adapter().read(mutated));
        if (!read.equals(original.reading())) {
          throw new AssertionError(describe(n, mutated) + " was read as " + read);
        }
      } catch (UnusableCallback refused) {
        // As it should be.
      } catch (RuntimeException e) {
        throw new AssertionError(describe(n, mutated), e);
      }
    }
  }

  /** Bytes that are in use once what nobody holds is gone. */
  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  void gets_through_genuinely_signed_nonsense_without_an_accident() {
    TestSender sender = sender();
    Gateway receiver = sender.receiver();
    Mutations mutations = new Mutations(SEED);
    for (int n = MUTATIONS / SIGNED_SHARE; n > 0; n--) {
      RawCallback nonsense = sender.signedNonsense(mutations, NOW);
      try {
        receiver.read(nonsense);
      } catch (UnusableCallback refused) {
        assertThat(refused.getMessage()).isNotEmpty();
      } catch (RuntimeException e) {
        throw new AssertionError(describe(n, nonsense), e);
      }
    }
  }

  private static String describe(int n, RawCallback callback) {
    return "mutation %d of seed %d: %s".formatted(n, SEED, words(callback));
  }

  static String words(RawCallback callback) {
    return callback.headers() + " " + new String(callback.body(), StandardCharsets.ISO_8859_1);
  }
}
