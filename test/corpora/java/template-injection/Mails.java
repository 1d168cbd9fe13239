package com.shop.mail;

import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Map;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.apache.velocity.app.VelocityEngine;
import org.springframework.web.bind.annotation.*;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import com.github.mustachejava.DefaultMustacheFactory;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;

@Controller
public class Mails {
    private final Configuration freemarker = new Configuration(Configuration.VERSION_2_3_32);
    private final TemplateEngine thymeleaf = new TemplateEngine();

    @PostMapping("/preview")
    public void preview(@RequestParam String template, @RequestParam String name, Model model) throws Exception {
        StringWriter out = new StringWriter();
        Template t = new Template("mail", new StringReader(template), freemarker); // expect: template-injection
        t.process(Map.of("name", name), out);
        Template fixed = freemarker.getTemplate("mail.ftl"); // ok: template-injection
        fixed.process(Map.of("name", name), out); // ok: template-injection

        VelocityContext ctx = new VelocityContext();
        ctx.put("name", name);
        Velocity.evaluate(ctx, out, "mail", template); // expect: template-injection
        new VelocityEngine().evaluate(ctx, out, "mail", "Hello $name"); // ok: template-injection

        Context context = new Context();
        context.setVariable("name", name);
        thymeleaf.process("<p>" + template + "</p>", context); // expect: template-injection
        thymeleaf.process("mail", context); // ok: template-injection
        model.addAttribute("out", out.toString());
    }

    @GetMapping("/lang")
    public String lang(@RequestParam String lang) {
        return "pages/" + lang + "/welcome"; // expect: template-injection
    }

    @GetMapping("/fragment")
    public String fragment(@RequestParam String section) {
        return "welcome :: " + section; // expect: template-injection
    }
}
