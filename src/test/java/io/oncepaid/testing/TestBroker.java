package io.oncepaid.testing;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * A real Kafka broker of one node in a process of its own, to be killed, frozen and started again.
 * One for a whole run of tests: each takes topics of its own. It ends with the JVM.
 */
public final class TestBroker {
  private static final int PATIENCE_S = 90;
  private static final String SETTINGS =
      """
      process.roles=broker,controller
      node.id=1
      controller.quorum.voters=1@127.0.0.1:%2$d
      listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
      controller.listener.names=CONTROLLER
      log.dirs=%3$s
      num.network.threads=2
      num.io.threads=4
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=1
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      share.coordinator.state.topic.replication.factor=1
      group.initial.rebalance.delay.ms=0
      group.min.session.timeout.ms=1000
      auto.create.topics.enable=false
      """;

  private static TestBroker broker;

  private final int port;
  private final Path folder;
  private Process process;

  private TestBroker() throws IOException {
    folder = Files.createTempDirectory("oncepaid-kafka-");
    port = OwnPostgres.freePort();
    Files.writeString(
        folder.resolve("server.properties"),
        SETTINGS.formatted(port, OwnPostgres.freePort(), folder.resolve("data")));
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    startAgain();
  }

  /** The broker of this run, started by whoever asks first. */
  public static synchronized TestBroker ofThisRun() {
    if (broker == null) {
      try {
        broker = new TestBroker();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return broker;
  }

  /** As {@code kafka.bootstrap.servers} has it. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  public Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", address()));
  }

  /** SIGKILL. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Starts it with the data that it has, and waits until it answers. */
  public void startAgain() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Djava.util.logging.manager=org.jboss.logmanager.LogManager");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(BrokerProcess.class.getName());
    command.add(folder.resolve("server.properties").toString());
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("server.log").toFile())
              .start();
      awaitAnswer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitAnswer() throws IOException {
    try (Admin admin = admin()) {
      admin.describeCluster().nodes().get(PATIENCE_S, SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      String said = Files.readString(folder.resolve("server.log"));
      throw new AssertionError("the broker does not answer; it said:\n" + said, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** It keeps its connections and answers nothing. */
  public void freeze() {
    signal("STOP");
    // The signal takes a moment to reach every thread.
    try (Admin admin = admin()) {
      while (answers(admin)) {
        Thread.onSpinWait();
      }
    }
  }

  private static boolean answers(Admin admin) {
    try {
      admin.describeCluster(new DescribeClusterOptions().timeoutMs(500)).nodes().get();
      return true;
    } catch (ExecutionException silent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
