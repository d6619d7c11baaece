package io.oncepaid.start;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oncepaid.CannotStart;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** What the native image has in the place of the embedded database. */
class NoEmbeddedDatabaseTest {
  @Test
  void without_a_database_it_says_that_one_must_be_named() {
    assertThatThrownBy(NoEmbeddedDatabase::provide)
        .isInstanceOf(CannotStart.class)
        .hasMessageStartingWith("quarkus.datasource.jdbc.url is not set: ")
        .hasMessageContaining("native image");
  }

  /** Another name or shape would end the build of the image. */
  @Test
  void it_takes_the_place_of_every_public_method() throws NoSuchMethodException {
    for (Method method : DefaultDatabase.class.getDeclaredMethods()) {
      if (java.lang.reflect.Modifier.isPublic(method.getModifiers())) {
        Method substitute =
            NoEmbeddedDatabase.class.getMethod(method.getName(), method.getParameterTypes());
        assertEquals(method.getReturnType(), substitute.getReturnType());
      }
    }
  }
}
