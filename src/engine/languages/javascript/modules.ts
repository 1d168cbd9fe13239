import type { Expr, ImportBinding, Pattern, Stmt } from '../../ir/ir.ts';
import { append } from '../append.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { lowerClass, lowerInterface } from './classes.ts';
import { moduleName } from './expressions.ts';
import { decoratorsIn, hasToken, lowerFunction } from './functions.ts';
import { stringValue } from './literals.ts';
import type { ExpressionLowering, Lowering, StatementLowering } from './lowering.ts';

function writtenName(node: SyntaxNode, to: Lowering): string {
  return node.type === 'string' ? stringValue(node, to) : to.source(node);
}

/** Records what an import statement binds; imports are hoisted, so this runs before the file's statements. */
export function collectImports(node: SyntaxNode, to: Lowering): void {
  const require = childOf(node, 'import_require_clause');
  const source = fieldOf(require ?? node, 'source');
  if (source === undefined) return;
  const module = moduleName(stringValue(source, to));
  const bind = (name: SyntaxNode, member: string): void => {
    const binding: ImportBinding = { at: name.at, end: name.end, local: to.source(name), module, member };
    to.imports.push(binding);
  };
  const required = require === undefined ? undefined : childOf(require, 'identifier');
  if (required !== undefined) bind(required, '*');
  for (const part of childOf(node, 'import_clause')?.children ?? []) {
    if (part.type === 'identifier') bind(part, 'default');
    else if (part.type === 'namespace_import') {
      const name = childOf(part, 'identifier');
      if (name !== undefined) bind(name, '*');
    } else if (part.type === 'named_imports') {
      for (const specifier of part.children) {
        const name = fieldOf(specifier, 'name');
        if (specifier.type === 'import_specifier' && name !== undefined)
          bind(fieldOf(specifier, 'alias') ?? name, writtenName(name, to));
      }
    }
  }
}

/** `import './setup'` runs a module and binds nothing. */
function importStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const source = fieldOf(node, 'source');
  if (source === undefined || childOf(node, 'import_clause') !== undefined) return;
  const { at, end } = node;
  const module = moduleName(stringValue(source, to));
  out.push({ k: 'expr', at, end, value: { k: 'import', at, end, module } });
}

function exported(node: SyntaxNode, name: string, value: Expr): Stmt {
  return { k: 'export', at: node.at, end: node.end, name, value };
}

function namesIn(target: Pattern, names: { name: string; at: number; end: number }[]): void {
  switch (target.k) {
    case 'var':
      names.push(target);
      return;
    case 'objectPattern':
      for (const prop of target.props) namesIn(prop.target, names);
      if (target.rest !== undefined) namesIn(target.rest, names);
      return;
    case 'arrayPattern':
      for (const item of target.items) if (item !== undefined) namesIn(item.target, names);
      return;
    default:
  }
}

/** Exports what a declaration declares. Functions are there before the module runs, so cycles of imports see them. */
function exportDeclaration(node: SyntaxNode, declaration: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const isDefault = hasToken(node, 'default');
  const from = out.length;
  if (declaration.type === 'class_declaration' || declaration.type === 'abstract_class_declaration')
    classDeclaration(declaration, node, to, out);
  else to.statement(declaration, out);
  const names: { name: string; at: number; end: number }[] = [];
  for (const statement of out.slice(from)) {
    if (statement.k === 'declare') namesIn(statement.target, names);
    else if (statement.k === 'functionDeclaration' || statement.k === 'classDeclaration')
      names.push(statement);
  }
  for (const { name, at, end } of names) {
    const value: Expr = { k: 'var', at, end, name };
    out.push(exported(node, isDefault ? 'default' : name, value));
  }
}

function exportClause(node: SyntaxNode, clause: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const source = fieldOf(node, 'source');
  for (const specifier of clause.children) {
    const written = fieldOf(specifier, 'name');
    if (written === undefined) continue;
    const { at, end } = written;
    const name = writtenName(written, to);
    const alias = fieldOf(specifier, 'alias');
    const as = alias === undefined ? name : writtenName(alias, to);
    if (source === undefined) {
      // What is named here may be declared further down.
      to.lateExports.push(exported(specifier, as, { k: 'var', at, end, name }));
      continue;
    }
    const object: Expr = { k: 'import', at, end, module: moduleName(stringValue(source, to)) };
    out.push(exported(specifier, as, { k: 'field', at, end, object, name }));
  }
}

function exportStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const declaration = fieldOf(node, 'declaration');
  if (declaration !== undefined) return exportDeclaration(node, declaration, to, out);
  const clause = childOf(node, 'export_clause');
  if (clause !== undefined) return exportClause(node, clause, to, out);
  const source = fieldOf(node, 'source');
  const { at, end } = node;
  if (source !== undefined) {
    const module = moduleName(stringValue(source, to));
    const namespace = childOf(node, 'namespace_export')?.children.at(-1);
    out.push(
      namespace === undefined
        ? { k: 'export', at, end, name: undefined, module }
        : exported(node, writtenName(namespace, to), { k: 'import', at, end, module }),
    );
    return;
  }
  const value = fieldOf(node, 'value') ?? node.children.find((child) => to.isExpression(child));
  if (value === undefined) return;
  if (!hasToken(node, '=')) {
    out.push(exported(node, 'default', to.expression(value)));
    return;
  }
  // TypeScript's `export = x` is `module.exports = x`.
  const module: Expr = { k: 'var', at, end, name: 'module' };
  const target = { k: 'field', at, end, object: module, name: 'exports' } as const;
  out.push({
    k: 'expr',
    at,
    end,
    value: { k: 'assign', at, end, target, value: to.expression(value) },
  });
}

function functionDeclaration(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const name = fieldOf(node, 'name');
  const { at, end } = node;
  out.push({
    k: 'functionDeclaration',
    at,
    end,
    name: name === undefined ? '' : to.source(name),
    fn: lowerFunction(node, to),
    hoisted: true,
  });
}

function classDeclaration(node: SyntaxNode, decorated: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const name = fieldOf(node, 'name');
  const decorators = decorated === node ? [] : decoratorsIn(decorated, to);
  out.push({
    k: 'classDeclaration',
    at: node.at,
    end: node.end,
    name: name === undefined ? '' : to.source(name),
    cls: lowerClass(node, decorators, to),
  });
}

/** `namespace N { export … }`: its statements, and an object of what it exports. */
function namespace(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const name = fieldOf(node, 'name');
  const body: Stmt[] = [];
  for (const child of fieldOf(node, 'body')?.children ?? []) to.statement(child, body);
  const props = body.flatMap((statement) =>
    statement.k === 'export' && statement.name !== undefined && statement.value !== undefined
      ? [{ at: statement.at, end: statement.end, key: statement.name, value: statement.value }]
      : [],
  );
  append(
    out,
    body.filter((statement) => statement.k !== 'export'),
  );
  if (name?.type !== 'identifier') return;
  const { at, end } = name;
  out.push({
    k: 'declare',
    at,
    end,
    target: { k: 'var', at, end, name: to.source(name) },
    scope: 'block',
    init: { k: 'object', at: node.at, end: node.end, props },
  });
}

const classValue: ExpressionLowering = (node, to) => ({
  k: 'class',
  at: node.at,
  end: node.end,
  cls: lowerClass(node, [], to),
});

export const classExpressions: readonly (readonly [string, ExpressionLowering])[] = [['class', classValue]];

export const moduleStatements: readonly (readonly [string, StatementLowering])[] = [
  ['import_statement', importStatement],
  ['export_statement', exportStatement],
  ['function_declaration', functionDeclaration],
  ['generator_function_declaration', functionDeclaration],
  ['class_declaration', (node, to, out) => classDeclaration(node, node, to, out)],
  ['abstract_class_declaration', (node, to, out) => classDeclaration(node, node, to, out)],
  ['interface_declaration', (node, to) => lowerInterface(node, to)],
  ['internal_module', namespace],
  ['module', namespace],
];
