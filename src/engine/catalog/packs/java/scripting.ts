import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { flows, neutrals, of, sinks, subtypes, types } from './rows.ts';

const code = { what: 'text that is run as a program' };

/** Script engines, and expressions of Jakarta EE. */
export const scripting = definePack({
  id: 'java/scripting',
  languages: ['java'],
  title: 'Scripts',
  provenance: 'Library documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...types({
      'javax.script.ScriptEngineManager.getEngineByName': 'javax.script.ScriptEngine',
      'javax.script.ScriptEngineManager.getEngineByExtension': 'javax.script.ScriptEngine',
      'javax.el.ExpressionFactory.newInstance': 'javax.el.ExpressionFactory',
      'com.opensymphony.xwork2.ActionContext.getContext': 'com.opensymphony.xwork2.ActionContext',
      'com.opensymphony.xwork2.ActionContext.getValueStack': 'com.opensymphony.xwork2.util.ValueStack',
      'javax.script.ScriptEngineFactory.getScriptEngine': 'javax.script.ScriptEngine',
      'org.mozilla.javascript.Context.enter': 'org.mozilla.javascript.Context',
      'org.graalvm.polyglot.Context.create': 'org.graalvm.polyglot.Context',
      'org.codehaus.groovy.control.CompilerConfiguration':
        'org.codehaus.groovy.control.CompilerConfiguration',
    }),
    ...subtypes({
      'javax.script.Compilable': ['javax.script.ScriptEngine'],
    }),
    ...subtypes(
      Object.fromEntries(
        ['jdk.nashorn.api.scripting', 'org.openjdk.nashorn.api.scripting'].flatMap((nashorn) => [
          [`${nashorn}.NashornScriptEngineFactory`, ['javax.script.ScriptEngineFactory']],
          [`${nashorn}.NashornScriptEngine`, ['javax.script.ScriptEngine']],
        ]),
      ),
    ),
    // Scripts that reach no class, or only those that a shutter lets through.
    ...of('org.mozilla.javascript.Context', 'initSafeStandardObjects setClassShutter').map(
      (api): RowInput => ({ kind: 'become', api, type: 'org.mozilla.javascript.Context.closed' }),
    ),
    { kind: 'alias', api: 'jakarta.el', of: 'javax.el' },
    ...sinks(
      'code-injection',
      'Argument[0]',
      [
        ...of('javax.script.ScriptEngine', 'eval compile'),
        ...of('groovy.lang.GroovyShell', 'evaluate parse run'),
        ...of('groovy.util.GroovyScriptEngine', 'run createScript loadScriptByName'),
        ...of('groovy.util.Eval', 'me'),
        ...of('groovy.lang.GroovyClassLoader', 'parseClass'),
        ...of('bsh.Interpreter', 'eval source'),
        'javax.tools.SimpleJavaFileObject',
        ...of('org.python.util.PythonInterpreter', 'exec eval compile'),
        ...of('org.python.util.InteractiveInterpreter', 'exec eval compile runsource runcode'),
        'org.python.core.Py.compile',
        'org.mozilla.javascript.optimizer.ClassCompiler.compileToClassFiles',
        'org.mozilla.javascript.Context.compileString',
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
        'javax.el.ExpressionFactory.createValueExpression',
        'javax.el.ExpressionFactory.createMethodExpression',
        'org.mozilla.javascript.Context.evaluateString',
        'org.mozilla.javascript.Context.evaluateReader',
        'org.mozilla.javascript.DefiningClassLoader.defineClass',
        'org.python.core.BytecodeLoader.makeCode',
        'org.graalvm.polyglot.Context.eval',
        'javax.el.ELProcessor.setVariable',
        'javax.el.ELProcessor.defineFunction',
      ],
      code,
    ),
    ...sinks('code-injection', 'Argument[0]', of('javax.el.ELProcessor', 'eval getValue setValue'), code),
    // Groovy: the text comes last, behind the names that it may use.
    ...sinks('code-injection', 'Argument[1]', ['groovy.util.Eval.x'], code),
    ...sinks('code-injection', 'Argument[2]', of('groovy.util.Eval', 'me xy'), code),
    ...sinks('code-injection', 'Argument[3]', ['groovy.util.Eval.xyz'], code),
    // A compiler of Groovy runs transformations that the source names. Stubs are made without them.
    ...sinks(
      'code-injection',
      'Argument[1]',
      ['org.codehaus.groovy.control.CompilationUnit.addSource'],
      code,
    ),
    ...sinks('code-injection', 'Argument[0]', ['org.codehaus.groovy.control.CompilationUnit.addSource'], {
      ...code,
      when: [{ input: 'Argument[1]', absent: true }],
    }),
    ...flows('Argument[1]', 'ReturnValue', [
      'org.codehaus.groovy.control.SourceUnit.create',
      'org.codehaus.groovy.control.SourceUnit',
    ]),
    ...subtypes({
      'org.codehaus.groovy.tools.javac.JavaAwareCompilationUnit': [
        'org.codehaus.groovy.control.CompilationUnit',
      ],
    }),
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
      'com.ql.util.express.ExpressRunner.execute',
      'com.googlecode.aviator.AviatorEvaluator.execute',
      'javax.el.ELProcessor.eval',
    ]),
  ],
});
