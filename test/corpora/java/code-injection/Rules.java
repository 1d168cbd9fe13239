package com.shop.rules;

import groovy.lang.GroovyShell;
import groovy.lang.Binding;
import jakarta.el.ExpressionFactory;
import jakarta.servlet.http.HttpServletRequest;
import javax.script.*;
import ognl.Ognl;
import org.apache.commons.jexl3.*;
import org.mvel2.MVEL;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.expression.spel.support.StandardEvaluationContext;

public class Rules {
    public void run(HttpServletRequest req) throws Exception {
        String rule = req.getParameter("rule");
        ScriptEngine js = new ScriptEngineManager().getEngineByName("javascript");
        js.eval(rule); // expect: code-injection
        Bindings b = js.createBindings();
        b.put("rule", rule);
        js.eval("rule.length", b); // ok: code-injection
        new GroovyShell(new Binding()).evaluate("return " + rule); // expect: code-injection
        new SpelExpressionParser().parseExpression(rule).getValue(new StandardEvaluationContext()); // expect: code-injection
        new SpelExpressionParser().parseExpression("name").getValue(rule); // ok: code-injection
        Ognl.getValue(rule, new Object()); // expect: code-injection
        MVEL.eval(rule); // expect: code-injection
        new JexlBuilder().create().createExpression(rule).evaluate(new MapContext()); // expect: code-injection
    }
}
