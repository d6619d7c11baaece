package io.oncepaid.nativeimage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.SimpleVerifier;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;
import org.objectweb.asm.tree.analysis.Value;

/** The compiled classes of a module, and what each of their calls is given. */
final class Bytecode {
  private final Map<String, ClassNode> classes = new TreeMap<>();
  private final ClassLoader loader;

  /** One call in the module: who makes it, of what, with which types and constants. */
  record Call(ClassNode from, MethodInsnNode target, List<Type> types, List<Object> constants) {
    boolean is(String owner, String name) {
      return target.owner.equals(owner) && target.name.equals(name);
    }

    @Override
    public String toString() {
      return from.name + " calls " + target.owner + "." + target.name + constants;
    }
  }

  Bytecode(ImageSources image) throws IOException {
    List<URL> path = new ArrayList<>(List.of(image.classes().toUri().toURL()));
    for (Path library : image.libraries()) {
      path.add(library.toUri().toURL());
    }
    loader = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    try (Stream<Path> files = Files.walk(image.classes())) {
      files.filter(file -> file.toString().endsWith(".class")).forEach(this::read);
    }
  }

  private void read(Path file) {
    try {
      ClassNode node = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.SKIP_FRAMES);
      classes.put(node.name, node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By internal name. */
  Map<String, ClassNode> classes() {
    return classes;
  }

  /** Every text constant of a class and of the classes nested in it. */
  List<String> texts(ClassNode node) {
    String outer = node.name.replaceFirst("\\$.*", "");
    List<String> texts = new ArrayList<>();
    for (ClassNode near : classes.values()) {
      if (near.name.equals(outer) || near.name.startsWith(outer + "$")) {
        near.methods.forEach(
            method ->
                method.instructions.forEach(
                    one -> {
                      if (one instanceof LdcInsnNode ldc && ldc.cst instanceof String text) {
                        texts.add(text);
                      }
                    }));
        near.fields.stream()
            .filter(field -> field.value instanceof String)
            .forEach(field -> texts.add((String) field.value));
      }
    }
    return texts;
  }

  void eachCall(Consumer<Call> visitor) {
    for (ClassNode node : classes.values()) {
      for (MethodNode method : node.methods) {
        calls(node, method).forEach(visitor);
      }
    }
  }

  private List<Call> calls(ClassNode node, MethodNode method) {
    SimpleVerifier verifier = new TypesOnly();
    verifier.setClassLoader(loader);
    Frame<BasicValue>[] types = analyze(verifier, node, method);
    Frame<SourceValue>[] sources = analyze(new Origins(), node, method);
    List<Call> calls = new ArrayList<>();
    InsnList code = method.instructions;
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof MethodInsnNode call && types[i] != null) {
        calls.add(
            new Call(
                node,
                call,
                arguments(types[i], call).stream().map(BasicValue::getType).toList(),
                arguments(sources[i], call).stream().map(Bytecode::constant).toList()));
      }
    }
    return calls;
  }

  private static <V extends Value> Frame<V>[] analyze(
      Interpreter<V> interpreter, ClassNode node, MethodNode method) {
    try {
      return new Analyzer<>(interpreter).analyze(node.name, method);
    } catch (AnalyzerException e) {
      throw new IllegalStateException(node.name + "." + method.name, e);
    }
  }

  private static <V extends Value> List<V> arguments(Frame<V> frame, MethodInsnNode call) {
    int count = Type.getArgumentTypes(call.desc).length;
    List<V> arguments = new ArrayList<>();
    for (int i = count; i > 0; i--) {
      arguments.add(frame.getStack(frame.getStackSize() - i));
    }
    return arguments;
  }

  /** The constant that an argument is, or a question mark. */
  private static Object constant(SourceValue value) {
    AbstractInsnNode origin = value.insns.size() == 1 ? value.insns.iterator().next() : null;
    return origin instanceof LdcInsnNode ldc ? ldc.cst : "?";
  }

  /** Follows a value through local variables. */
  private static final class Origins extends SourceInterpreter {
    Origins() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode instruction, SourceValue value) {
      return value;
    }
  }

  /** The types alone: javac has verified the code. */
  private static final class TypesOnly extends SimpleVerifier {
    TypesOnly() {
      super(Opcodes.ASM9, null, null, null, false);
    }

    @Override
    protected boolean isSubTypeOf(BasicValue value, BasicValue expected) {
      return true;
    }
  }
}
