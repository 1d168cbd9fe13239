import type { FunctionIR, ModuleIR, Stmt } from '../../ir/ir.ts';
import type { Language } from '../language.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import { declareClass, defineClass } from './classes.ts';
import { type Context, declareType, type Frame, newBlock } from './context.ts';
import { lowerExpression } from './expressions.ts';
import { readHeader } from './imports.ts';
import { type ClassOutline, classKinds, outlineClass } from './outline.ts';
import { lowerStatements } from './statements.ts';

/** Java to version 25, without preview features. */
export const java: Language = {
  ids: ['java'],
  extensions: { '.java': { grammar: 'tree-sitter-java.wasm', id: 'java' } },
  skip: new Set(['string_literal', 'character_literal', 'throws', 'permits', 'dimensions']),
  keywords: new Set(
    'if return import else try catch throw for while public private protected final class package'.split(' '),
  ),
  sample:
    '// é\n@B class A<T> { int[] f(int... x) { return x[0]) > 1 ? a.b("c") : y -> { }; } }\n@interface B { int[] v( }',
  lower,
};

function lower({ root, text, path, errors }: Parameters<Language['lower']>[0]): ModuleIR {
  const header = readHeader(root, text);
  const outlines = outlineFile(root, text, header.packageName);
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
    expression: (node) => lowerExpression(node, context),
    statements: (nodes) => lowerStatements(nodes, context),
    memberClass: (node, outline) => {
      const relative = header.packageName === '' ? 0 : header.packageName.length + 1;
      body.push(declareClass(node, outline, outline.qualifiedName.slice(relative), context));
    },
    classDefinition: (node, outline, supers) => defineClass(node, node, outline, supers, context),
  };
  for (const node of root.children) {
    const outline = outlines.get(node);
    if (outline) body.push(declareClass(node, outline, outline.name, context));
    else if (!headerNodes.has(node.type)) body.push(...context.statements([node]));
  }
  return {
    path,
    language: 'java',
    name: header.packageName,
    imports: header.imports,
    wildcards: header.wildcards,
    functions: context.functions,
    classes: context.classes,
    syntaxErrors: errors,
  };
}

const headerNodes = new Set(['package_declaration', 'import_declaration', 'module_declaration']);

function qualify(packageName: string, name: string): string {
  return packageName === '' ? name : `${packageName}.${name}`;
}

function outlineFile(root: SyntaxNode, text: string, packageName: string): Map<SyntaxNode, ClassOutline> {
  const outlines = new Map<SyntaxNode, ClassOutline>();
  for (const node of root.children) {
    const name = classKinds.has(node.type) ? fieldOf(node, 'name') : undefined;
    if (!name) continue;
    const simple = text.slice(name.at, name.end);
    outlineClass(node, simple, qualify(packageName, simple), text, outlines);
  }
  return outlines;
}
