import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads Envoy's configuration, as JSON, into Envoy's own messages: an unknown field, a wrong type or
 * an unknown filter ends it with 1.
 */
class EnvoyConfig {
  private static final Pattern TYPE = Pattern.compile("type\\.googleapis\\.com/(envoy[.\\w]+)");

  public static void main(String[] arguments) throws Exception {
    String json = Files.readString(Path.of(arguments[0]));
    TypeRegistry.Builder types = TypeRegistry.newBuilder();
    for (var each : TYPE.matcher(json).results().map(match -> match.group(1)).distinct().toList()) {
      Class<?> message = Class.forName("io.envoyproxy." + each);
      types.add(
          (com.google.protobuf.Descriptors.Descriptor)
              message.getMethod("getDescriptor").invoke(null));
    }
    Bootstrap.Builder read = Bootstrap.newBuilder();
    JsonFormat.parser().usingTypeRegistry(types.build()).merge(json, read);
    System.out.println(
        "envoy: "
            + read.getStaticResources().getListenersCount()
            + " listeners, "
            + read.getStaticResources().getClustersCount()
            + " clusters, 0 problems");
  }
}
