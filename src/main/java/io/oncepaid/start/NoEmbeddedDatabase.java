package io.oncepaid.start;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import io.oncepaid.CannotStart;
import java.nio.file.Path;

/** The native image has no embedded database: this takes the place of the code that reaches it. */
@TargetClass(DefaultDatabase.class)
final class NoEmbeddedDatabase {
  @Substitute
  public static void provide() {
    if (!NamedDatabase.mayBe(System.getenv(), System.getProperties().keySet(), Path.of(""))) {
      throw new CannotStart(
          "quarkus.datasource.jdbc.url is not set: name the PostgreSQL to use; the native image has"
              + " no embedded one");
    }
  }
}
