package io.oncepaid.nativeimage;

import io.oncepaid.nativeimage.Bytecode.Call;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which of our classes Jackson looks into: what is handed to a mapper or to a response, what the
 * methods of the HTTP interface take and return, and what their components are.
 */
final class JsonTypes {
  private static final Pattern OURS = Pattern.compile("Lio/oncepaid/[\\w/$]+");
  private static final Set<String> WRITES =
      Set.of(
          "writeValueAsString", "writeValueAsBytes", "valueToTree", "writeValue", "entity", "ok");
  private static final Set<String> READS =
      Set.of("readValue", "treeToValue", "convertValue", "readerFor", "readEntity");

  private final Bytecode code;
  private final Set<String> found = new TreeSet<>();

  JsonTypes(Bytecode code) {
    this.code = code;
  }

  /** Binary names. */
  Set<String> names() {
    code.eachCall(this::handedOver);
    code.classes().values().forEach(this::declared);
    Set<String> all = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      ClassNode node = code.classes().get(open.pop());
      if (node != null
          && looksInto(node)
          && all.add(Type.getObjectType(node.name).getClassName())) {
        parts(node).forEach(open::push);
      }
    }
    return all;
  }

  private static boolean looksInto(ClassNode node) {
    return (node.access & Opcodes.ACC_ENUM) == 0 && (node.access & Opcodes.ACC_INTERFACE) == 0;
  }

  private Stream<String> parts(ClassNode node) {
    return node.fields.stream()
        .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
        .flatMap(field -> Stream.of(field.desc, Objects.toString(field.signature, "")))
        .flatMap(JsonTypes::ours);
  }

  private void handedOver(Call call) {
    String owner = call.target().owner;
    if (!owner.startsWith("com/fasterxml/jackson/databind/Object")
        && !owner.startsWith("jakarta/ws/rs/core/Response")) {
      return;
    }
    if (WRITES.contains(call.target().name)) {
      call.types().stream()
          .filter(Objects::nonNull)
          .map(Type::getDescriptor)
          .peek(type -> mustTell(type, call))
          .forEach(this::add);
    }
    if (READS.contains(call.target().name)) {
      call.constants().stream()
          .filter(Type.class::isInstance)
          .forEach(type -> add(((Type) type).getDescriptor()));
    }
  }

  /** A type that could be anything would hide what Jackson looks into. */
  private static void mustTell(String descriptor, Call call) {
    if (descriptor.matches("Ljava/(lang/Object|util/(Collection|List|Set|Optional));")) {
      throw new AssertionError("hands Jackson something untyped: " + call);
    }
  }

  private void declared(ClassNode node) {
    if ("com/fasterxml/jackson/core/type/TypeReference".equals(node.superName)) {
      add(node.signature);
    }
    if (has(node.visibleAnnotations, "Ljakarta/ws/rs/Path;")) {
      node.methods.stream()
          .filter(method -> method.visibleAnnotations != null)
          .forEach(method -> bodies(method));
    }
  }

  private void bodies(MethodNode method) {
    add(method.signature == null ? method.desc : method.signature);
  }

  private void add(String descriptor) {
    ours(descriptor).forEach(found::add);
  }

  private static Stream<String> ours(String descriptor) {
    Matcher matcher = OURS.matcher(descriptor);
    return matcher.results().map(match -> match.group().substring(1));
  }

  private static boolean has(List<AnnotationNode> annotations, String name) {
    return annotations != null && annotations.stream().anyMatch(one -> one.desc.equals(name));
  }
}
