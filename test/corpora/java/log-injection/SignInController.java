package com.acme.signin;

import java.util.logging.Level;
import org.owasp.encoder.Encode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class SignInController {
  private static final Logger log = LoggerFactory.getLogger(SignInController.class);
  private static final java.util.logging.Logger audit = java.util.logging.Logger.getLogger("audit");

  @PostMapping("/signin")
  public void signIn(@RequestParam String user, @RequestParam int attempt) {
    log.info("sign-in of {}", user); // expect: log-injection
    log.info("sign-in, attempt {}", attempt); // ok: log-injection
    audit.log(Level.INFO, "user " + user); // expect: log-injection
    audit.info("a user signs in"); // ok: log-injection
    log.warn("sign-in of {}", user.replaceAll("[\r\n]", "_")); // ok: log-injection
    log.warn("sign-in of {}", Encode.forJava(user)); // ok: log-injection
    log.debug("length {}", user.length()); // ok: log-injection
    String line = clean(user);
    log.info(line); // ok: log-injection
    log.error("failed for " + user.trim()); // expect: log-injection
  }

  private static String clean(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }
}
