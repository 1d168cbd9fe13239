import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { flows, neutrals, of, sinks, subtypes, types } from './rows.ts';

const code = { what: 'an expression that is evaluated' };
const jexl = 'org.apache.commons.jexl3.';
const jexl2 = 'org.apache.commons.jexl2.';
const mvel = 'org.mvel2.';

/** Expression languages: OGNL, MVEL, JEXL. */
export const expressions = definePack({
  id: 'java/expressions',
  languages: ['java'],
  title: 'Expression languages',
  provenance:
    'Documentation of OGNL, MVEL, Apache Commons JEXL and Struts; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    // OGNL, and Struts.
    { kind: 'alias', api: 'org.apache.commons.ognl', of: 'ognl' },
    ...sinks(
      'code-injection',
      'Argument[0]',
      [
        ...of('ognl.Ognl', 'getValue parseExpression setValue'),
        ...of('com.opensymphony.xwork2.ognl.OgnlUtil', 'getValue compile setValue callMethod'),
        ...of('com.opensymphony.xwork2.util.ValueStack', 'findValue findString setValue setParameter'),
        ...of('com.opensymphony.xwork2.util.TextParseUtil', 'translateVariables'),
      ],
      code,
    ),
    ...types({
      'ognl.Ognl.compileExpression': 'ognl.Node',
      'ognl.Node.getAccessor': 'ognl.enhance.ExpressionAccessor',
    }),
    ...flows('Argument[2]', 'ReturnValue', ['ognl.Ognl.compileExpression']),
    ...flows('Receiver', 'ReturnValue', ['ognl.Node.getAccessor']),
    ...flows('Argument[0]', 'Receiver', ['ognl.enhance.ExpressionAccessor.setExpression']),
    ...subtypes({ 'ognl.SimpleNode': ['ognl.Node'] }),
    ...sinks(
      'code-injection',
      'Receiver',
      [...of('ognl.Node', 'getValue setValue'), ...of('ognl.enhance.ExpressionAccessor', 'get set')],
      code,
    ),

    // MVEL: what is compiled is meant to be run.
    ...sinks(
      'code-injection',
      'Argument[0]',
      [
        ...of(
          `${mvel}MVEL`,
          'eval evalToBoolean compileExpression executeExpression compileGetExpression compileSetExpression evalFile analyze analysisCompile',
        ),
        `${mvel}compiler.ExpressionCompiler`,
        `${mvel}compiler.CompiledAccExpression`,
        ...of(`${mvel}jsr223.MvelScriptEngine`, 'compile compiledScript eval'),
      ],
      code,
    ),
    ...sinks(
      'template-injection',
      'Argument[0]',
      [
        ...of(`${mvel}templates.TemplateRuntime`, 'eval'),
        ...of(`${mvel}templates.TemplateCompiler`, 'compileTemplate'),
        `${mvel}templates.TemplateCompiler`,
      ],
      { what: 'a template' },
    ),
    ...neutrals([
      `${mvel}compiler.ExpressionCompiler`,
      `${mvel}compiler.CompiledAccExpression`,
      `${mvel}templates.TemplateCompiler`,
      `${mvel}templates.TemplateCompiler.compileTemplate`,
    ]),

    // JEXL: an engine in a sandbox, or with permissions, lets expressions name what is listed.
    ...[jexl, jexl2].flatMap((at) =>
      sinks(
        'code-injection',
        'Argument[0]',
        [
          ...of(`${at}JexlEngine`, 'createExpression createScript'),
          ...of(
            `${at}${at === jexl ? 'JxltEngine' : 'UnifiedJEXL'}`,
            'createExpression createTemplate parse',
          ),
        ],
        code,
      ),
    ),
    ...sinks(
      'code-injection',
      'Argument[1]',
      [
        ...[jexl, jexl2].flatMap((at) => of(`${at}JexlEngine`, 'getProperty setProperty')),
        // The first argument says where the text comes from.
        ...of(`${jexl}JexlEngine`, 'createExpression createScript'),
        ...of(`${jexl}JxltEngine`, 'createExpression'),
      ],
      code,
    ),
    ...types({
      [`${jexl}JexlBuilder.create`]: `${jexl}JexlEngine`,
      [`${jexl}JexlEngine.createJxltEngine`]: `${jexl}JxltEngine`,
      [`${jexl}JexlEngine.sandboxed.createJxltEngine`]: `${jexl}JxltEngine.sandboxed`,
      [`${jexl}JexlBuilder.sandboxed.create`]: `${jexl}JexlEngine.sandboxed`,
      ...Object.fromEntries(
        ['JexlBuilder', 'JexlBuilder.sandboxed'].flatMap((builder) =>
          of(
            jexl + builder,
            'arithmetic cache cacheThreshold cancellable charset collectAll collectMode debug imports lexical lexicalShade logger namespaces options safe silent stackOverflow strategy strict',
          ).map((api) => [api, jexl + builder]),
        ),
      ),
    }),
    ...of(`${jexl}JexlBuilder`, 'sandbox uberspect permissions').flatMap((api): RowInput[] => [
      { kind: 'type', api, type: `${jexl}JexlBuilder.sandboxed` },
      { kind: 'become', api, type: `${jexl}JexlBuilder.sandboxed` },
    ]),
    // What an expression comes to is not its text.
    ...neutrals([
      `${mvel}MVEL.eval`,
      'ognl.Ognl.getValue',
      ...of(`${jexl}JexlEngine`, 'createExpression createScript getProperty'),
      ...of(`${jexl}JxltEngine`, 'createExpression createTemplate'),
      ...of(`${jexl2}JexlEngine`, 'createExpression createScript getProperty'),
      ...of(`${jexl2}UnifiedJEXL`, 'parse createTemplate'),
    ]),
  ],
});
