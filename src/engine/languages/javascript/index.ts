import { append } from '../append.ts';
import type { Language } from '../language.ts';
import { embedded } from './components/index.ts';
import { lowerComponent } from './components/lower-component.ts';
import { expressions } from './expressions.ts';
import { functionExpressions } from './functions.ts';
import { jsx } from './jsx.ts';
import { literals } from './literals.ts';
import { Lowering, type LoweringTables } from './lowering.ts';
import { classExpressions, collectImports, moduleStatements } from './modules.ts';
import { lowerPattern } from './patterns.ts';
import { mayBeTyped, respelled } from './respelled.ts';
import { statements } from './statements.ts';

const tables: LoweringTables = {
  expressions: new Map([...literals, ...expressions, ...functionExpressions, ...classExpressions, ...jsx]),
  statements: new Map([...statements, ...moduleStatements]),
  pattern: lowerPattern,
};

/** JavaScript and TypeScript, JSX too: three grammars, one meaning. */
export const language: Language = {
  skip: new Set([
    'string',
    'regex',
    'meta_property',
    'jsx_text',
    'jsx_closing_element',
    'import_attribute',
    'predefined_type',
    'type_alias_declaration',
    'ambient_declaration',
    'function_signature',
    'method_signature',
    'abstract_method_signature',
    'index_signature',
    'type_parameters',
    'object_type',
    'function_type',
    'constructor_type',
    'conditional_type',
    'template_literal_type',
    'lookup_type',
    'type_query',
    'tuple_type',
    'asserts_annotation',
    'type_predicate_annotation',
  ]),
  keywords: new Set(),
  second: {
    grammar: (text) => (mayBeTyped(text) ? 'tree-sitter-tsx.wasm' : undefined),
    respell: respelled,
  },
  sample:
    '// é\nexport class A { #b = async (c, { d }) => `${c?.d}` ?? /e/g; get f() { return <a b={c} /> } }\nif (a { x: b(',
  embedded,
  lower({ root, component, text, path, id, errors, meter }) {
    const to = new Lowering(text, tables, meter);
    to.defineFunction(
      {
        at: root.at,
        end: root.end,
        kind: 'module',
        name: '',
        nameAt: root.at,
        decorators: [],
        isStatic: false,
        isAsync: false,
        isGenerator: false,
        lexicalThis: false,
      },
      undefined,
      ({ body }) => {
        for (const child of root.children) if (child.type === 'import_statement') collectImports(child, to);
        for (const child of root.children) to.statement(child, body);
        if (component) lowerComponent({ id, parts: component, path }, to, body);
        append(body, to.lateExports);
      },
    );
    return to.module(path, id, errors);
  },
};
