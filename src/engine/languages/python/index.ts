import type { FunctionIR, ModuleIR, Stmt } from '../../ir/ir.ts';
import { append } from '../append.ts';
import type { Language } from '../language.ts';
import type { Context, Frame } from './context.ts';
import { lowerExpression } from './expressions.ts';
import { declarations } from './functions.ts';
import { collectImports } from './imports.ts';
import { moduleNameOf } from './names.ts';
import { lowerStatements } from './statements.ts';
import { lowerType } from './types.ts';

function lower({ root, text, path, errors, meter }: Parameters<Language['lower']>[0]): ModuleIR {
  const { name, packageName } = moduleNameOf(path);
  const frame: Frame = { index: 0, outer: new Set(), hoisted: new Set(), generator: false };
  const body: Stmt[] = [];
  const module: FunctionIR = {
    at: 0,
    end: text.length,
    index: 0,
    kind: 'module',
    name: '',
    nameAt: 0,
    params: [],
    body,
    decorators: [],
    parent: undefined,
    cls: undefined,
    isStatic: true,
    isAsync: false,
    isGenerator: false,
    lexicalThis: false,
  };
  const context: Context = {
    text,
    moduleName: name,
    packageName,
    functions: [module],
    classes: [],
    imports: [],
    wildcards: [],
    imported: new Map(),
    moduleClasses: new Set(),
    globals: new Set(),
    frame,
    classNames: [],
    expression: (node) => {
      meter.spend();
      return lowerExpression(node, context);
    },
    statements: (nodes, out) => lowerStatements(nodes, context, out),
    type: (node) => lowerType(node, context),
  };
  collectImports(root, context);
  const statements: Stmt[] = [];
  lowerStatements(root.children, context, statements);
  for (const global of context.globals) frame.hoisted.add(global);
  append(body, declarations(frame, root.at));
  append(body, statements);
  return {
    path,
    language: 'python',
    name,
    imports: context.imports,
    wildcards: context.wildcards,
    functions: context.functions,
    classes: context.classes,
    syntaxErrors: errors,
  };
}

export const language: Language = {
  skip: new Set(['type_conversion', 'line_continuation', 'import_prefix']),
  keywords: new Set(),
  sample:
    '# é\n@a.b\ndef f(x: int = 1, *y):\n  if x): return f"{x!r} b" not in y\n  match x:\n    case [A(b=1), *c]: pass\n(',
  lower,
};
