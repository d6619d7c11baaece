package io.oncepaid.readings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that do the same thing at the same time. */
final class Together {
  static final int THREADS = 8;

  private Together() {}

  /** Something to do; whoever calls {@code meet} waits there for all the others. */
  @FunctionalInterface
  interface Deed<T> {
    T run(CyclicBarrier meet) throws Exception;
  }

  /** What each of the threads came back with. */
  static <T> List<T> run(Deed<T> deed) throws Exception {
    return run(THREADS, deed);
  }

  /** As often as asked for, by {@link #THREADS} threads; a meeting needs exactly so many. */
  static <T> List<T> run(int times, Deed<T> deed) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier meet = new CyclicBarrier(THREADS);
      Callable<T> one = () -> deed.run(meet);
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(Collections.nCopies(times, one))) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
