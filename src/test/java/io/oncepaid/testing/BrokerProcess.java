package io.oncepaid.testing;

import kafka.Kafka;
import kafka.tools.StorageTool;

/** The broker's own process: makes its storage when there is none, then serves. */
final class BrokerProcess {
  private static final String CLUSTER = "b25jZXBhaWQtdGVzdHMtMQ";

  private BrokerProcess() {}

  public static void main(String... args) {
    String settings = args[0];
    String[] format = {"format", "--ignore-formatted", "-t", CLUSTER, "-c", settings};
    if (StorageTool.execute(format, System.out) != 0) {
      System.exit(1);
    }
    Kafka.main(new String[] {settings});
  }
}
