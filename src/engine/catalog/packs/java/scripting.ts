import { definePack } from '../../pack.ts';
import { neutrals, of, sinks, subtypes, types } from './rows.ts';

const code = { what: 'text that is run as a program' };
const template = { what: 'a template' };

/** Script engines, expression languages and template engines. */
export const scripting = definePack({
  id: 'java/scripting',
  languages: ['java'],
  title: 'Scripts, expressions and templates',
  provenance: 'Library documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...types({
      'javax.script.ScriptEngineManager.getEngineByName': 'javax.script.ScriptEngine',
      'javax.script.ScriptEngineManager.getEngineByExtension': 'javax.script.ScriptEngine',
      'org.apache.commons.jexl3.JexlBuilder.create': 'org.apache.commons.jexl3.JexlEngine',
      'javax.el.ExpressionFactory.newInstance': 'javax.el.ExpressionFactory',
      'com.opensymphony.xwork2.ActionContext.getContext': 'com.opensymphony.xwork2.ActionContext',
      'com.opensymphony.xwork2.ActionContext.getValueStack': 'com.opensymphony.xwork2.util.ValueStack',
      'org.mozilla.javascript.Context.enter': 'org.mozilla.javascript.Context',
      'org.graalvm.polyglot.Context.create': 'org.graalvm.polyglot.Context',
      'org.codehaus.groovy.control.CompilerConfiguration':
        'org.codehaus.groovy.control.CompilerConfiguration',
    }),
    ...subtypes({
      'javax.script.Compilable': ['javax.script.ScriptEngine'],
      'org.apache.velocity.app.VelocityEngine': ['org.apache.velocity.app.Engine'],
    }),
    { kind: 'alias', api: 'jakarta.el', of: 'javax.el' },
    ...sinks(
      'code-injection',
      'Argument[0]',
      [
        ...of('javax.script.ScriptEngine', 'eval compile'),
        ...of('groovy.lang.GroovyShell', 'evaluate parse run'),
        ...of('groovy.lang.GroovyClassLoader', 'parseClass'),
        ...of('groovy.util.Eval', 'me'),
        ...of('bsh.Interpreter', 'eval source'),
        ...of(
          'org.mvel2.MVEL',
          'eval evalToBoolean compileExpression executeExpression compileGetExpression evalFile',
        ),
        'org.mvel2.MVELRuntime.execute',
        ...of('org.apache.commons.jexl3.JexlEngine', 'createExpression createScript createInfo'),
        ...of('org.apache.commons.jexl2.JexlEngine', 'createExpression createScript'),
        ...of('org.apache.commons.ognl.Ognl', 'getValue parseExpression setValue'),
        ...of('ognl.Ognl', 'getValue parseExpression setValue'),
        ...of('com.opensymphony.xwork2.ognl.OgnlUtil', 'getValue compile setValue'),
        ...of('com.opensymphony.xwork2.util.ValueStack', 'findValue findString setValue'),
        ...of('com.opensymphony.xwork2.util.TextParseUtil', 'translateVariables'),
        'javax.tools.SimpleJavaFileObject',
        ...of('org.python.util.PythonInterpreter', 'exec eval'),
        ...of('org.jruby.embed.ScriptingContainer', 'runScriptlet'),
        ...of('com.googlecode.aviator.AviatorEvaluator', 'execute compile'),
        ...of('com.ql.util.express.ExpressRunner', 'execute'),
        ...of('jdk.jshell.JShell', 'eval'),
        ...of('org.codehaus.janino.ExpressionEvaluator', 'cook'),
        ...of('org.codehaus.janino.ScriptEvaluator', 'cook'),
      ],
      code,
    ),
    ...sinks(
      'code-injection',
      'Argument[1]',
      [
        ...of('groovy.util.Eval', 'x xy xyz'),
        'javax.el.ExpressionFactory.createValueExpression',
        'javax.el.ExpressionFactory.createMethodExpression',
        'org.mozilla.javascript.Context.evaluateString',
        'org.graalvm.polyglot.Context.eval',
        'javax.el.ELProcessor.setVariable',
        'javax.el.ELProcessor.defineFunction',
      ],
      code,
    ),
    ...sinks('code-injection', 'Argument[0]', of('javax.el.ELProcessor', 'eval getValue setValue'), code),
    ...sinks(
      'code-injection',
      'Argument[0]',
      of('javax.validation.ConstraintValidatorContext', 'buildConstraintViolationWithTemplate'),
      { what: 'a message template, whose expressions are evaluated' },
    ),
    { kind: 'alias', api: 'jakarta.validation', of: 'javax.validation' },
    {
      kind: 'override',
      type: 'javax.validation.ConstraintValidator',
      method: '^isValid$',
      params: [{ source: 'remote' }, { type: 'javax.validation.ConstraintValidatorContext' }],
    },

    // What a program comes to is not its text.
    ...neutrals([
      'javax.script.ScriptEngine.eval',
      'groovy.lang.GroovyShell.evaluate',
      'groovy.lang.GroovyShell.parse',
      'bsh.Interpreter.eval',
      'org.mvel2.MVEL.eval',
      'ognl.Ognl.getValue',
      'com.ql.util.express.ExpressRunner.execute',
      'com.googlecode.aviator.AviatorEvaluator.execute',
      'javax.el.ELProcessor.eval',
      'freemarker.template.Template',
    ]),
    ...sinks(
      'template-injection',
      'Argument[1]',
      ['freemarker.template.Template', 'freemarker.cache.StringTemplateLoader.putTemplate'],
      template,
    ),
    ...sinks(
      'template-injection',
      'Argument[3]',
      ['org.apache.velocity.app.Velocity.evaluate', 'org.apache.velocity.app.VelocityEngine.evaluate'],
      template,
    ),
    ...sinks(
      'template-injection',
      'Argument[2]',
      ['org.apache.velocity.app.Velocity.evaluate', 'org.apache.velocity.app.VelocityEngine.evaluate'],
      { ...template, confidence: 30, when: [{ input: 'Argument[3]', absent: true }] },
    ),
    ...sinks(
      'template-injection',
      'Argument[0]',
      [
        'org.apache.velocity.runtime.RuntimeServices.parse',
        'com.mitchellbosecke.pebble.PebbleEngine.getLiteralTemplate',
        'io.pebbletemplates.pebble.PebbleEngine.getLiteralTemplate',
        'com.hubspot.jinjava.Jinjava.render',
        'com.hubspot.jinjava.Jinjava.renderForResult',
        'org.stringtemplate.v4.ST',
        'org.stringtemplate.v4.STGroupString',
        'com.github.jknack.handlebars.Handlebars.compileInline',
        'com.samskivert.mustache.Mustache.Compiler.compile',
        'org.thymeleaf.TemplateEngine.process',
        'org.thymeleaf.ITemplateEngine.process',
        'org.thymeleaf.spring5.SpringTemplateEngine.process',
        'org.thymeleaf.spring6.SpringTemplateEngine.process',
        'org.beetl.core.GroupTemplate.getTemplate',
        'com.jfinal.template.Engine.getTemplateByString',
        'io.quarkus.qute.Engine.parse',
        'io.quarkus.qute.Qute.fmt',
      ],
      template,
    ),
    // What a template is made from has done its harm by then.
    ...neutrals([
      'io.quarkus.qute.Engine.parse',
      'com.github.jknack.handlebars.Handlebars.compileInline',
      'com.samskivert.mustache.Mustache.Compiler.compile',
      'io.pebbletemplates.pebble.PebbleEngine.getLiteralTemplate',
    ]),
    // Markup that a template writes as it is.
    ...sinks('xss', 'Argument[0]', ['io.quarkus.qute.RawString'], {
      what: 'markup that is not escaped',
    }),
  ],
});
