package io.oncepaid.readings;

/**
 * One line of the table.
 *
 * @param experiment E1 to E4 and what it does
 * @param how the way in which the double is met
 */
record Reading(String experiment, String how, String expected, String measured) {
  boolean isAsExpected() {
    return expected.equals(measured);
  }
}
