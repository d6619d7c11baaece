package io.oncepaid.pipeline;

import io.oncepaid.pipeline.Cases.Opened;
import java.util.List;
import java.util.Map;

/**
 * What a transaction did; true once it is committed.
 *
 * @param outcomes for each notice of the group
 * @param opened the cases that were opened
 * @param unblocked payments with open cases that may be settled now
 */
record Settled(Map<Settling, Outcome> outcomes, List<Opened> opened, List<Settling> unblocked) {}
