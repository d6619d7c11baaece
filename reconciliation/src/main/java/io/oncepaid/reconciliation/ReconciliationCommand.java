package io.oncepaid.reconciliation;

import io.quarkus.picocli.runtime.annotations.TopCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The nightly batch: compares each gateway's bill with the flow table. */
@TopCommand
@Command(
    name = "reconciliation",
    mixinStandardHelpOptions = true,
    description = "Compares each gateway's bill of a day with the flow table of oncepaid.")
public class ReconciliationCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
