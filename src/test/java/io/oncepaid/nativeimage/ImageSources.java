package io.oncepaid.nativeimage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the compiler of the native image would be given for one module: made by a build with {@code
 * -Dnative -Dquarkus.native.sources-only=true}, which needs no GraalVM.
 *
 * @param module the module's folder of built files
 * @param arguments of the compiler, one each
 * @param reflective names of the classes that may be reached by reflection
 * @param resources patterns of the resources that come along
 */
record ImageSources(
    Path module, List<String> arguments, Set<String> reflective, List<Pattern> resources) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads a module's folder of built files, such as {@code ../target}. */
  static ImageSources of(Path module) throws IOException {
    Path sources = module.resolve("native-sources");
    Path runner = only(sources, "-runner.jar");
    try (JarFile jar = new JarFile(runner.toFile())) {
      Set<String> reflective = new TreeSet<>();
      json(jar, "reflect-config.json")
          .forEach(entry -> reflective.add(entry.path("name").asText()));
      List<Pattern> resources = new ArrayList<>();
      json(jar, "resource-config.json")
          .at("/resources/includes")
          .forEach(entry -> resources.add(Pattern.compile(entry.path("pattern").asText())));
      String arguments = Files.readString(sources.resolve("native-image.args"));
      return new ImageSources(
          module, List.of(arguments.strip().split("\\s+")), reflective, resources);
    }
  }

  boolean bringsResource(String name) {
    return resources.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  /** The module's own compiled classes, before Quarkus adds its own. */
  Path classes() {
    return module.resolve("classes");
  }

  /** All the libraries in the image. */
  List<Path> libraries() throws IOException {
    try (Stream<Path> files = Files.list(module.resolve("native-sources/lib"))) {
      return files.sorted().toList();
    }
  }

  private static JsonNode json(JarFile jar, String name) throws IOException {
    return JSON.readTree(jar.getInputStream(jar.getEntry("META-INF/native-image/" + name)));
  }

  private static Path only(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).findFirst().orElseThrow();
    }
  }

  @Override
  public String toString() {
    return module.toString();
  }
}
