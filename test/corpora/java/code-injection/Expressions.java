package com.acme.el;

import freemarker.template.Configuration;
import freemarker.template.Template;
import groovy.lang.GroovyShell;
import jakarta.el.ELProcessor;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Map;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.SimpleBindings;
import ognl.Ognl;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.MapContext;
import org.apache.commons.text.StringSubstitutor;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.mvel2.MVEL;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.*;

@Controller
public class Expressions {
  private final ExpressionParser parser = new SpelExpressionParser();
  private final JexlEngine jexl = new JexlBuilder().create();

  @GetMapping("/spel")
  @ResponseBody
  public int spel(@RequestParam String expr, @RequestParam int n) {
    Object value = parser.parseExpression(expr).getValue(); // expect: code-injection
    parser.parseExpression("#n * 2").getValue(Map.of("n", n)); // ok: code-injection
    var ctx = SimpleEvaluationContext.forReadOnlyDataBinding().build();
    parser.parseExpression(expr).getValue(ctx, new Object()); // ok: code-injection
    return value.hashCode();
  }

  @PostMapping("/rules")
  @ResponseBody
  public String rules(@RequestBody String rule) throws Exception {
    jexl.createExpression(rule).evaluate(new MapContext()); // expect: code-injection
    MVEL.eval(rule); // expect: code-injection
    Ognl.getValue(rule, new Object()); // expect: code-injection
    new GroovyShell().evaluate(rule); // expect: code-injection
    ScriptEngine js = new ScriptEngineManager().getEngineByName("js");
    js.eval(rule); // expect: code-injection
    SimpleBindings bindings = new SimpleBindings();
    bindings.put("input", rule);
    js.eval("input.length", bindings); // ok: code-injection
    new ELProcessor().eval(rule); // expect: code-injection
    new ELProcessor().setValue("user.name", rule); // ok: code-injection
    return "done";
  }

  @PostMapping("/mail")
  @ResponseBody
  public String mail(@RequestParam String template, @RequestParam String name) throws Exception {
    Template t = new Template("mail", new StringReader(template), new Configuration(Configuration.VERSION_2_3_32)); // expect: template-injection
    StringWriter out = new StringWriter();
    new Configuration(Configuration.VERSION_2_3_32).getTemplate("mail.ftl").process(Map.of("name", name), out); // ok: template-injection
    VelocityContext vc = new VelocityContext();
    vc.put("name", name);
    Velocity.evaluate(vc, out, "mail", template); // expect: template-injection
    Velocity.evaluate(vc, out, "mail", "Hello $name"); // ok: template-injection
    return t.getName();
  }

  @GetMapping("/view")
  public String view(@RequestParam String lang, Model model) {
    model.addAttribute("lang", lang);
    return "user/" + lang + "/welcome"; // expect: template-injection
  }

  @GetMapping("/view2")
  public String view2(@RequestParam String lang, Model model) {
    model.addAttribute("lang", lang);
    return "welcome"; // ok: template-injection
  }

  @GetMapping("/view3")
  public String view3(@RequestParam String lang) {
    return switch (lang) {
      case "de", "fr" -> "welcome_" + lang; // ok: template-injection
      default -> "welcome_en"; // ok: template-injection
    };
  }

  @GetMapping("/next")
  public String next(@RequestParam String next) {
    return "redirect:" + next; // expect: open-redirect
  }

  @GetMapping("/next2")
  public String next2(@RequestParam long id) {
    return "redirect:/orders/" + id; // ok: open-redirect
  }

  static class NameValidator implements ConstraintValidator<jakarta.validation.Constraint, String> {
    @Override
    public boolean isValid(String value, ConstraintValidatorContext context) {
      if (value.length() > 10) {
        context.buildConstraintViolationWithTemplate("Too long: " + value).addConstraintViolation(); // expect: code-injection
        context.buildConstraintViolationWithTemplate("{name.tooLong}").addConstraintViolation(); // ok: code-injection
        return false;
      }
      return true;
    }
  }
}
