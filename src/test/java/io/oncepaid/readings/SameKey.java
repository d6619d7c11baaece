package io.oncepaid.readings;

import io.oncepaid.api.IdempotentCalls;
import io.oncepaid.api.IdempotentCalls.Answer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * E3: the same key and body a hundred times, from eight threads, then the key with another body.
 */
final class SameKey {
  private static final int TIMES = 100;
  private static final int OTHER_CONTENT = 422;

  private final IdempotentCalls calls;

  SameKey(DataSource database) {
    calls = new IdempotentCalls(database);
  }

  List<Reading> read() throws Exception {
    AtomicInteger executions = new AtomicInteger();
    IdempotentCalls.Work work = connection -> "execution " + executions.incrementAndGet();
    List<Answer> answers = Together.run(TIMES, meet -> calls.call("key", "body", work));
    long replays =
        answers.stream()
            .filter(answer -> answer.replayed() && "execution 1".equals(answer.body()))
            .count();
    Answer other = calls.call("key", "other body", work);
    return List.of(
        new Reading(
            "E3 one key",
            "the same body 100 times",
            "1 execution, 99 replays",
            "%d execution, %d replays".formatted(executions.get(), replays)),
        new Reading(
            "E3 one key",
            "another body",
            "REJECTED",
            other.status() == OTHER_CONTENT ? "REJECTED" : other.toString()));
  }
}
