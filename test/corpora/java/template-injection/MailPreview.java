package com.acme.mail;

import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class MailPreview {
  private final Configuration freemarker = new Configuration(Configuration.VERSION_2_3_32);

  @PostMapping("/mail/preview")
  public String preview(@RequestParam String body, @RequestParam String recipient) throws Exception {
    StringWriter out = new StringWriter();
    Map<String, Object> model = new HashMap<>();
    model.put("recipient", recipient);
    Template stored = freemarker.getTemplate("welcome.ftl"); // ok: template-injection
    stored.process(model, out); // ok: template-injection
    Template inline = new Template("preview", new StringReader(body), freemarker); // expect: template-injection
    inline.process(model, out);

    VelocityContext context = new VelocityContext();
    context.put("recipient", recipient);
    Velocity.evaluate(context, out, "greeting", "Dear $recipient,"); // ok: template-injection
    Velocity.evaluate(context, out, "greeting", "Dear " + recipient + ","); // expect: template-injection
    return "sent";
  }
}
