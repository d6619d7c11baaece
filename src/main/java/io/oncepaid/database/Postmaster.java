package io.oncepaid.database;

import io.oncepaid.CannotStart;
import io.oncepaid.database.Programs.Finished;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/** The server process of a data folder. It listens on 127.0.0.1 only. */
final class Postmaster {
  private static final Logger LOG = Logger.getLogger(Postmaster.class);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final Pattern PORT_OPTION = Pattern.compile("\"-p\" \"(\\d+)\"");
  private static final Pattern REASON = Pattern.compile("(?m)^.*(?:FATAL|PANIC|ERROR): +(.*)$");
  private static final int ATTEMPTS = 5;

  private final Home home;
  private final Programs programs;

  Postmaster(Home home, Programs programs) {
    this.home = home;
    this.programs = programs;
  }

  /** Starts the server and returns its port: the one of last time, unless somebody has that. */
  int start() throws IOException {
    stopLeftover();
    if (Files.exists(home.log())) {
      Path previous = home.log().resolveSibling("postgres.log.previous");
      Files.move(home.log(), previous, StandardCopyOption.REPLACE_EXISTING);
    }
    String reason = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = attempt == 0 ? lastPort().filter(Postmaster::isFree).orElse(anyPort()) : anyPort();
      Finished started = start(port);
      if (!started.failed()) {
        return port;
      }
      // A port that was taken in between, or processes of a killed server that are still leaving.
      reason = reason(started);
      LOG.debugf("The embedded PostgreSQL did not start: %s", reason);
      pause();
    }
    throw new CannotStart(
        "the embedded PostgreSQL in %s does not start (%s): see %s"
            .formatted(home.folder, reason, home.log()));
  }

  private static void pause() {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotStart("interrupted while the embedded PostgreSQL was starting");
    }
  }

  private Finished start(int port) throws IOException {
    return programs.run(
        "pg_ctl",
        "start",
        "--pgdata=" + home.data(),
        "--log=" + home.log(),
        "--wait",
        "--timeout=240",
        "--options=-p "
            + port
            + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100");
  }

  /** Stops the server, cutting its connections; it writes a checkpoint first. */
  void stop() throws IOException {
    if (!Files.exists(pidFile())) {
      return;
    }
    Finished stopped =
        programs.run(
            "pg_ctl", "stop", "--pgdata=" + home.data(), "--mode=fast", "--wait", "--timeout=60");
    if (stopped.failed()) {
      LOG.warnf("The embedded PostgreSQL in %s did not stop: %s", home.folder, stopped.line());
    }
  }

  /**
   * A server that outlived its process is stopped. A pid file whose process is dead is PostgreSQL's
   * to judge; but it takes any live process with that pid for a server, and pids are used again.
   */
  private void stopLeftover() throws IOException {
    Optional<ProcessHandle> process =
        firstNumber(pidFile()).flatMap(ProcessHandle::of).filter(Postmaster::isStillThere);
    if (process.isEmpty()) {
      return;
    }
    String commandLine = process.get().info().commandLine().orElse("");
    if (commandLine.contains("-D " + home.data() + " ")) {
      LOG.infof("Stopping the embedded PostgreSQL that was left in %s", home.folder);
      stop();
    } else if (commandLine.contains("postgres")) {
      throw new CannotStart(
          "%s names process %d, which may be a server of these data (%s): stop it, or delete the"
                  .formatted(pidFile(), process.get().pid(), commandLine)
              + " file if it is not");
    } else {
      LOG.warnf("%s is stale, its process is now '%s': deleting it", pidFile(), commandLine);
      Files.delete(pidFile());
    }
  }

  /** A process that was just killed is given the time to go; until then it has no command line. */
  private static boolean isStillThere(ProcessHandle process) {
    for (int wait = 0; wait < 10 && process.isAlive(); wait++) {
      if (process.info().commandLine().isPresent()) {
        return true;
      }
      pause();
    }
    return process.isAlive();
  }

  private Path pidFile() {
    return home.data().resolve("postmaster.pid");
  }

  private static Optional<Long> firstNumber(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    return Files.readAllLines(file).stream()
        .findFirst()
        .map(String::strip)
        .filter(line -> line.matches("\\d{1,10}"))
        .map(Long::valueOf);
  }

  private Optional<Integer> lastPort() throws IOException {
    Path options = home.data().resolve("postmaster.opts");
    if (!Files.exists(options)) {
      return Optional.empty();
    }
    Matcher port = PORT_OPTION.matcher(Files.readString(options));
    return port.find() ? Optional.of(Integer.valueOf(port.group(1))) : Optional.empty();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, LOOPBACK)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static int anyPort() {
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new CannotStart("no free port on 127.0.0.1: " + e.getMessage());
    }
  }

  /** The server's own words, or else those of pg_ctl. */
  private String reason(Finished started) throws IOException {
    String said = Files.exists(home.log()) ? Files.readString(home.log()) : "";
    Matcher line = REASON.matcher(said);
    String last = started.line();
    while (line.find()) {
      last = line.group(1);
    }
    return last;
  }
}
