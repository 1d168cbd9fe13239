import type { FunctionIR, ModuleIR, Stmt } from '../../ir/ir.ts';
import type { Language } from '../language.ts';
import { isMarkup } from '../registry.ts';
import { fieldOf, type SyntaxNode, writtenIn } from '../syntax.ts';
import { annotationsOf } from './annotations.ts';
import { declareClass, defineClass } from './classes.ts';
import { type Context, declareType, type Frame, newBlock } from './context.ts';
import { lowerExpression } from './expressions.ts';
import { defineFunction, type FunctionHead } from './functions.ts';
import { readHeader } from './imports.ts';
import { type ClassOutline, classKinds, outlineClass } from './outline.ts';
import { embedded } from './pages/index.ts';
import { lowerStatements } from './statements.ts';

/** Java to version 25, without preview features. */
export const language: Language = {
  skip: new Set(['string_literal', 'character_literal', 'throws', 'permits', 'dimensions']),
  keywords: new Set(
    'if return import else try catch throw for while protected final class package'.split(' '),
  ),
  sample:
    '// é\n@B class A<T> { int[] f(int... x) { return x[0]) > 1 ? a.b("c") : y -> { }; } }\n@interface B { int[] v( }',
  embedded,
  lower,
};

function lower({ root, text, path, id, errors, meter }: Parameters<Language['lower']>[0]): ModuleIR {
  const header = readHeader(root, text);
  const { members, statements } = partsOf(root);
  const outlines = outlineFile(root, text, header.packageName);
  if (members.children.length > 0) {
    const file = path.slice(path.lastIndexOf('/') + 1).replace(/\..*/, '');
    // Servers name the class of a page by its whole path.
    const name = isMarkup(id) ? path.replace(/\W/g, '_') : file;
    outlineClass(members, name, qualify(header.packageName, name), text, outlines);
  }
  const body: Stmt[] = [];
  const frame: Frame = { index: 0, owner: undefined, hoisted: new Set(), keepsThis: false };
  const scope = newBlock(undefined, frame);
  const outlinesByName = new Map<string, ClassOutline>();
  for (const outline of outlines.values()) {
    outlinesByName.set(outline.qualifiedName, outline);
    const simpleAtTop = outline.qualifiedName === qualify(header.packageName, outline.name);
    if (simpleAtTop) {
      outlinesByName.set(outline.name, outline);
      declareType(scope, outline.name, { candidates: [outline.qualifiedName] });
    }
  }
  const module: FunctionIR = {
    index: 0,
    kind: 'module',
    name: '',
    nameAt: 0,
    at: 0,
    end: text.length,
    params: [],
    body,
    decorators: [],
    parent: undefined,
    cls: undefined,
    isStatic: false,
    isAsync: false,
    isGenerator: false,
    lexicalThis: false,
  };
  const context: Context = {
    ...header,
    text,
    functions: [module],
    classes: [],
    typesByName: new Map(),
    outlines,
    outlinesByName,
    scope,
    frame,
    delivery: undefined,
    counter: 0,
    expression: (node) => {
      meter.spend();
      return lowerExpression(node, context);
    },
    statements: (nodes) => lowerStatements(nodes, context),
    annotations: (node) => annotationsOf(node, context),
    memberClass: (node, outline) => {
      const relative = header.packageName === '' ? 0 : header.packageName.length + 1;
      body.push(declareClass(node, outline, outline.qualifiedName.slice(relative), context));
    },
    classDefinition: (node, outline, supers) => defineClass(node, node, outline, supers, context),
  };
  for (const node of root.children) {
    const outline = outlines.get(node);
    if (outline) body.push(declareClass(node, outline, outline.name, context));
  }
  const implicit = outlines.get(members);
  if (implicit) {
    const { at, end } = members;
    const cls = defineClass(members, members, implicit, [], context);
    body.push({ k: 'classDeclaration', at, end, name: implicit.name, cls });
  }
  if (statements.length > 0) selection(root, statements, context);
  return {
    path,
    language: id,
    name: header.packageName,
    imports: header.imports,
    wildcards: header.wildcards,
    functions: context.functions,
    classes: context.classes,
    syntaxErrors: errors,
  };
}

/** Statements without a method around them were selected in one: a function of theirs. */
function selection({ at, end }: SyntaxNode, statements: readonly SyntaxNode[], context: Context): void {
  const head: FunctionHead = {
    kind: 'function',
    name: '',
    nameAt: at,
    at,
    end,
    decorators: [],
    cls: undefined,
    isStatic: false,
    lexicalThis: false,
  };
  defineFunction(context, head, undefined, () => ({ params: [], body: context.statements(statements) }));
}

const headerNodes = new Set(['package_declaration', 'import_declaration', 'module_declaration']);

const memberNodes = new Set(['method_declaration', 'constructor_declaration', 'local_variable_declaration']);

interface Parts {
  /** The members of the class that a compact source file stands for (JEP 512), as a selection of methods does. */
  readonly members: SyntaxNode;
  /** A selection of statements. */
  readonly statements: readonly SyntaxNode[];
}

function partsOf(root: SyntaxNode): Parts {
  const rest = root.children.filter(({ type }) => !classKinds.has(type) && !headerNodes.has(type));
  const hasMethods = rest.some(
    ({ type }) => type === 'method_declaration' || type === 'constructor_declaration',
  );
  return {
    members: { ...root, children: rest.filter(({ type }) => hasMethods && memberNodes.has(type)) },
    statements: rest.filter(({ type }) => !hasMethods || !memberNodes.has(type)),
  };
}

function qualify(packageName: string, name: string): string {
  return packageName === '' ? name : `${packageName}.${name}`;
}

function outlineFile(root: SyntaxNode, text: string, packageName: string): Map<SyntaxNode, ClassOutline> {
  const outlines = new Map<SyntaxNode, ClassOutline>();
  for (const node of root.children) {
    const name = classKinds.has(node.type) ? fieldOf(node, 'name') : undefined;
    if (!name) continue;
    const simple = writtenIn(text, name);
    outlineClass(node, simple, qualify(packageName, simple), text, outlines);
  }
  return outlines;
}
