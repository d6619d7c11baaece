package io.oncepaid.start;

import java.util.regex.Pattern;

/** Names of merchants and accounts: part of database keys, which compare bytewise, and of URLs. */
final class Names {
  private static final Pattern NAME = Pattern.compile("[0-9A-Za-z_.-]{1,64}");

  private Names() {}

  static void check(String property, String name, Problems problems) {
    if (!NAME.matcher(name).matches()) {
      problems.add(
          property, "the name must be 1 to 64 of 0-9 A-Z a-z _ . and -; choose another one");
    }
  }

  /** As part of a property, where a name that is not plain stands in quotes. */
  static String inProperty(String name) {
    return name.matches("[0-9A-Za-z_-]+") ? name : '"' + name + '"';
  }
}
