package io.oncepaid.start;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;

/** The native image has no embedded database: this takes the place of the code that reaches it. */
@TargetClass(DefaultDatabase.class)
final class NoEmbeddedDatabase {
  @Substitute
  public static void provide() {}
}
