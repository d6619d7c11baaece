package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.OncepaidConfig.Messages;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Looks at the topics of Kafka, and whether a broker is named for them. */
final class MessagesCheck {
  private static final String BROKER = "kafka.bootstrap.servers";
  private static final String TOPIC = "oncepaid.messages.topic";
  private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[0-9A-Za-z._-]{1,249}");

  private final Problems problems;

  MessagesCheck(Problems problems) {
    this.problems = problems;
  }

  void run(OncepaidConfig config) {
    Messages messages = config.messages();
    Map<String, String> used = new TreeMap<>();
    if (messages.enabled()) {
      used.put(TOPIC, messages.topic());
      used.put("oncepaid.messages.dead-letter-topic", messages.deadLetterTopic());
      if (messages.group().isBlank()) {
        problems.add("oncepaid.messages.group", "is empty; give one, such as oncepaid");
      }
    }
    config.merchants().forEach((name, merchant) -> notifyTopic(name, merchant, used));
    used.forEach((property, topic) -> topic(property, topic, messages));
    if (!used.isEmpty() && problems.isMissing(BROKER)) {
      problems.add(
          BROKER,
          "is missing, %s needs it; give host:port of the brokers"
              .formatted(messages.enabled() ? "oncepaid.messages.enabled" : anyOf(used)));
    }
  }

  private static String anyOf(Map<String, String> used) {
    return used.keySet().iterator().next();
  }

  private void notifyTopic(
      String name, OncepaidConfig.Merchant merchant, Map<String, String> used) {
    String property = "oncepaid.merchants." + Names.inProperty(name) + ".notify-topic";
    if (problems.isBlank(property)) {
      problems.add(property, "is empty; give a topic, or take the setting away");
    } else if (merchant.notifyTopic().isPresent()) {
      used.put(property, merchant.notifyTopic().get());
      if (merchant.notifyUrl().isPresent()) {
        problems.add(property, "stands beside notify-url; events go to one of them, keep that");
      }
    }
  }

  private void topic(String property, String topic, Messages messages) {
    if (!NAME.matcher(topic).matches()) {
      problems.add(property, "must be 1 to 249 of 0-9 A-Z a-z . _ and -; name the topic so");
    } else if (messages.enabled() && topic.equals(messages.topic()) && !property.equals(TOPIC)) {
      problems.add(property, "is the topic that is consumed; name another one");
    }
  }
}
