package jobs;

import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class JobRunner {
  @PostMapping("/jobs")
  void run(@RequestParam String name, @RequestParam String value, @RequestBody Map<String, String> all) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/usr/bin/report");
    Map<String, String> environment = builder.environment();
    environment.put("REPORT_TITLE", value); // ok: command-injection
    environment.put("LD_PRELOAD", value); // expect: command-injection
    environment.put(name, "1"); // expect: command-injection
    environment.putAll(all); // expect: command-injection
    builder.start();
  }
}
