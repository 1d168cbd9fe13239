package pricing;

import groovy.text.SimpleTemplateEngine;
import groovy.util.Eval;
import java.util.HashMap;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XsltCompiler;
import javax.xml.XMLConstants;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamSource;
import java.io.StringReader;
import ognl.Node;
import ognl.Ognl;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.introspection.JexlSandbox;
import org.codehaus.groovy.control.CompilationUnit;
import org.mvel2.compiler.ExpressionCompiler;
import org.mvel2.templates.TemplateRuntime;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Merchants write rules for their prices. */
@RestController
class RuleController {
  @PostMapping("/rules/jexl")
  Object jexl(@RequestParam String rule, @RequestParam String name) {
    JexlEngine engine = new JexlBuilder().strict(true).cache(64).create();
    engine.createExpression(rule); // expect: code-injection
    engine.getProperty(new Object(), rule); // expect: code-injection
    engine.createJxltEngine().createExpression(rule); // expect: code-injection
    return engine.createExpression("price * 1.19"); // ok: code-injection
  }

  @PostMapping("/rules/jexl/sandbox")
  Object sandboxed(@RequestParam String rule) {
    JexlSandbox sandbox = new JexlSandbox(false);
    sandbox.allow("pricing.Article");
    JexlEngine engine = new JexlBuilder().sandbox(sandbox).cache(64).create();
    return engine.createExpression(rule); // ok: code-injection
  }

  @PostMapping("/rules/ognl")
  Object ognl(@RequestParam String rule) throws Exception {
    Node tree = Ognl.compileExpression(null, new Object(), rule);
    return tree.getValue(null, new Object()); // expect: code-injection
  }

  @PostMapping("/rules/mvel")
  Object mvel(@RequestParam String rule) {
    new ExpressionCompiler(rule); // expect: code-injection
    return TemplateRuntime.eval(rule, new HashMap<>()); // expect: template-injection
  }

  @PostMapping("/rules/groovy")
  Object groovy(@RequestParam String rule, @RequestParam String amount) throws Exception {
    CompilationUnit unit = new CompilationUnit();
    unit.addSource("rule.groovy", rule); // expect: code-injection
    unit.addSource(amount, "println 1"); // ok: code-injection
    Eval.me("amount", amount, "amount * 2"); // ok: code-injection
    Eval.me("amount", amount, rule); // expect: code-injection
    Eval.xy(1, amount, rule); // expect: code-injection
    return new SimpleTemplateEngine().createTemplate(rule); // expect: template-injection
  }

  @PostMapping("/rules/xslt")
  void stylesheet(@RequestParam String sheet) throws Exception {
    XsltCompiler compiler = new Processor(false).newXsltCompiler();
    compiler.compile(new StreamSource(new StringReader(sheet))); // expect: code-injection
    TransformerFactory factory = TransformerFactory.newInstance();
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
    factory.newTransformer(new StreamSource(new StringReader(sheet))); // expect: code-injection
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.newTransformer(new StreamSource(new StringReader(sheet))); // ok: code-injection
  }
}
