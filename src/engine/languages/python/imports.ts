import type { SyntaxNode } from '../syntax.ts';
import { fieldOf, fieldsOf } from '../syntax.ts';
import { type Context, textOf } from './context.ts';
import { absoluteModule } from './names.ts';

/** Written dotted names without the spaces and line continuations that may stand between their parts. */
function dotted(node: SyntaxNode, context: Context): string {
  if (node.type !== 'dotted_name' && node.type !== 'relative_import') return textOf(node, context);
  if (node.children.length === 0) return textOf(node, context);
  const separator = node.type === 'dotted_name' ? '.' : '';
  return node.children
    .map((child) =>
      child.type === 'import_prefix' ? textOf(child, context).replace(/\s/g, '') : dotted(child, context),
    )
    .join(separator);
}

function bind(node: SyntaxNode, local: string, module: string, member: string, context: Context): void {
  context.imports.push({ at: node.at, end: node.end, local, module, member });
  const absolute = absoluteModule(module, context);
  context.imported.set(local, member === '*' ? absolute : absolute === '' ? member : `${absolute}.${member}`);
}

function importModules(node: SyntaxNode, context: Context): void {
  for (const name of fieldsOf(node, 'name')) {
    const alias = fieldOf(name, 'alias');
    const written = fieldOf(name, 'name');
    if (alias && written) {
      bind(name, textOf(alias, context), dotted(written, context), '*', context);
      continue;
    }
    const first = dotted(name, context).split('.', 1)[0] ?? '';
    if (first !== '') bind(name, first, first, '*', context);
  }
}

function importMembers(node: SyntaxNode, context: Context): void {
  const from = fieldOf(node, 'module_name');
  if (!from) return;
  const module = dotted(from, context);
  for (const child of node.children) {
    if (child.type === 'wildcard_import') context.wildcards.push(module);
    if (child.field !== 'name') continue;
    const alias = fieldOf(child, 'alias');
    const member = dotted(fieldOf(child, 'name') ?? child, context);
    bind(child, alias ? textOf(alias, context) : member, module, member, context);
  }
}

/** Statements that may hold other statements: where imports are looked for. */
const holders = new Set([
  'module',
  'block',
  'if_statement',
  'elif_clause',
  'else_clause',
  'try_statement',
  'except_clause',
  'finally_clause',
  'with_statement',
  'function_definition',
  'decorated_definition',
  'class_definition',
  'for_statement',
  'while_statement',
  'match_statement',
  'case_clause',
  'ERROR',
]);

/**
 * Collects the file's imports wherever they stand, under `if TYPE_CHECKING`, in `try` or in a function, and the names
 * of its classes, before anything is lowered: names may be used above the import that binds them.
 */
export function collectImports(node: SyntaxNode, context: Context, depth = 0): void {
  for (const child of node.children) {
    if (child.type === 'import_statement') importModules(child, context);
    else if (child.type === 'import_from_statement') importMembers(child, context);
    else if (holders.has(child.type)) {
      const name = child.type === 'class_definition' && depth <= 2 ? fieldOf(child, 'name') : undefined;
      if (name) context.moduleClasses.add(textOf(name, context));
      collectImports(child, context, depth + 1);
    }
  }
}
