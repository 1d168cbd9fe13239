package com.acme.rules;

import groovy.lang.GroovyShell;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import org.mvel2.MVEL;
import org.springframework.expression.Expression;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class RulesController {
  private static final String DISCOUNT = "price * 0.9";
  private final ExpressionParser parser = new SpelExpressionParser();

  @PostMapping("/rules/try")
  public Object tryRule(@RequestBody String rule, @RequestParam String name) throws ScriptException, NamingException {
    Expression parsed = parser.parseExpression(rule); // expect: code-injection
    parser.parseExpression(DISCOUNT).getValue(); // ok: code-injection

    ScriptEngine engine = new ScriptEngineManager().getEngineByName("javascript");
    engine.eval("1 + 1"); // ok: code-injection
    engine.put("name", name); // ok: code-injection
    engine.eval(rule); // expect: code-injection

    new GroovyShell().evaluate(rule); // expect: code-injection
    MVEL.eval("discount(" + name + ")"); // expect: code-injection
    MVEL.eval(DISCOUNT); // ok: code-injection

    new InitialContext().lookup(name); // expect: code-injection
    new InitialContext().lookup("java:comp/env/jdbc/shop"); // ok: code-injection
    return parsed.getValue();
  }

  @PostMapping("/rules/known")
  public Object known(@RequestParam Operation operation, @RequestParam double value) {
    return parser.parseExpression(operation.formula() + " * " + value).getValue(); // ok: code-injection
  }

  enum Operation {
    DOUBLE("2"),
    HALF("0.5");

    private final String formula;

    Operation(String formula) {
      this.formula = formula;
    }

    String formula() {
      return formula;
    }
  }
}
