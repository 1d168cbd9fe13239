package intake;

import com.google.common.flogger.FluentLogger;
import java.util.regex.Pattern;
import org.apache.logging.log4j.LogManager;
import org.jboss.logging.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class IntakeController {
  private static final FluentLogger flow = FluentLogger.forEnclosingClass();
  private static final Logger boss = Logger.getLogger(IntakeController.class);
  private static final org.apache.logging.log4j.Logger log4j = LogManager.getLogger();
  private static final org.slf4j.Logger log = LoggerFactory.getLogger(IntakeController.class);
  private static final Pattern BREAKS = Pattern.compile("[\\r\\n]");

  @GetMapping("/intake")
  void intake(@RequestParam String sender, @RequestParam int count) {
    flow.atInfo().log("from %s", sender); // expect: log-injection
    boss.infov("from {0}", sender); // expect: log-injection
    boss.fatalf("from %s", sender); // expect: log-injection
    log4j.atWarn().withLocation().log(sender); // expect: log-injection
    log4j.traceEntry("intake", sender); // expect: log-injection
    java.util.logging.Logger.getLogger("intake").entering("Intake", "intake", sender); // expect: log-injection
    boss.infov("count {0}", count); // ok: log-injection
  }

  @GetMapping("/intake/checked")
  void checked(@RequestParam String sender, @RequestParam String note) {
    if (sender.matches("[^\\r\\n]*")) log.info("from {}", sender); // ok: log-injection
    if (BREAKS.matcher(note).find()) throw new IllegalArgumentException("one line");
    log.info("note {}", note); // ok: log-injection
  }

  @GetMapping("/intake/unchecked")
  void unchecked(@RequestParam String sender, @RequestParam String note) {
    if (sender.matches("[^;]*")) log.info("from {}", sender); // expect: log-injection
    if (!BREAKS.matcher(note).find()) return;
    log.info("note {}", note); // expect: log-injection
  }
}
