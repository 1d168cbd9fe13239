import groovy.lang.GroovyShell;
import javax.script.*;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.web.bind.annotation.*;

@RestController
public class Scripts {
    @GetMapping("/a")
    public Object a(@RequestParam String code) throws ScriptException {
        ScriptEngine engine = new ScriptEngineManager().getEngineByName("JavaScript");
        return engine.eval(code); // expect: code-injection
    }

    @GetMapping("/b")
    public Object b(@RequestParam String code) {
        ExpressionParser parser = new SpelExpressionParser();
        return parser.parseExpression(code).getValue(); // expect: code-injection
    }

    @GetMapping("/c")
    public Object c(@RequestParam String code) {
        return new GroovyShell().evaluate(code); // expect: code-injection
    }

    @GetMapping("/d")
    public Object d(@RequestParam String name) throws ScriptException {
        ScriptEngine engine = new ScriptEngineManager().getEngineByName("JavaScript");
        engine.put("name", name);
        return engine.eval("'Hello ' + name"); // ok: code-injection
    }

    @GetMapping("/e")
    public Object e(@RequestParam String name) {
        ExpressionParser parser = new SpelExpressionParser();
        return parser.parseExpression("name").getValue(SimpleEvaluationContext.forReadOnlyDataBinding().build(), name); // ok: code-injection
    }
}
