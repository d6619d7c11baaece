package io.oncepaid.reconciliation;

import io.oncepaid.reconciliation.command.ApproveCommand;
import io.oncepaid.reconciliation.command.DifferencesCommand;
import io.oncepaid.reconciliation.command.ReportCommand;
import io.oncepaid.reconciliation.command.RunCommand;
import io.oncepaid.reconciliation.command.StatusCommand;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The nightly batch: compares each gateway's bill with the flow table. */
@TopCommand
@Command(
    name = "reconciliation",
    mixinStandardHelpOptions = true,
    subcommands = {
      RunCommand.class,
      ReportCommand.class,
      DifferencesCommand.class,
      ApproveCommand.class,
      StatusCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:balanced, or done", "1:differences", "2:could not be completed"},
    description = "Compares each gateway's bill of a day with the flow table of oncepaid.")
public class ReconciliationCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
