import freemarker.template.*;
import java.io.*;
import java.util.*;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.springframework.web.bind.annotation.*;

@RestController
public class Templates {
    private Configuration config;

    @GetMapping("/a")
    public void a(@RequestParam String text, Writer out) throws Exception {
        new Template("t", new StringReader("Hi " + text), config).process(Map.of(), out); // expect: template-injection
    }

    @GetMapping("/b")
    public void b(@RequestParam String text) {
        VelocityContext context = new VelocityContext();
        context.put("text", text);
        StringWriter w = new StringWriter();
        Velocity.evaluate(context, w, "t", "Hi $text"); // ok: template-injection
        Velocity.evaluate(context, w, "t", "Hi " + text); // expect: template-injection
    }

    @GetMapping("/c")
    public void c(@RequestParam String text, Writer out) throws Exception {
        config.getTemplate("page.ftl").process(Map.of("text", text), out); // ok: template-injection
    }
}
