import { childOf, fieldOf, type SyntaxNode } from '../languages/syntax.ts';
import type { Edit } from './edits.ts';
import type { ProjectFacts } from './fix.ts';
import { type Source, walk } from './source.ts';

/** What a fix needs from another module, found among the file's imports or added to them in its own style. */
export interface Imported {
  /** How the module, or the name of it, is called in this file. */
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** Node's built-in module as a whole, e.g. `crypto`, under the name the file has for it. */
export function javascriptModule(source: Source, module: string, project: ProjectFacts): Imported {
  const known = javascriptImports(source).find(
    (one) =>
      sameModule(one.module, module) &&
      (one.kind === 'namespace' || one.kind === 'default') &&
      one.local !== '',
  );
  if (known) return { name: known.local, edits: [] };
  const name = freeName(
    source,
    module
      .replace(/^node:/, '')
      .replaceAll(/\W+(\w)?/g, (_, c: string | undefined) => c?.toUpperCase() ?? ''),
  );
  return { name, edits: [addedJavascript(source, project, module, name, 'whole')] };
}

/** One name of a module; a declaration that already takes names from it takes one more. */
export function javascriptName(
  source: Source,
  module: string,
  name: string,
  project: ProjectFacts,
): Imported {
  const all = javascriptImports(source).filter((one) => sameModule(one.module, module));
  const named = all.find((one) => one.kind === 'named' && one.imported === name);
  if (named) return { name: named.local, edits: [] };
  const whole = all.find((one) => one.kind === 'namespace' || one.kind === 'default');
  if (whole) return { name: `${whole.local}.${name}`, edits: [] };
  const beside = all.find((one) => one.kind === 'named');
  if (beside) return { name, edits: [{ at: beside.node.end, end: beside.node.end, text: `, ${name}` }] };
  return { name, edits: [addedJavascript(source, project, module, name, 'name')] };
}

interface JavascriptImport {
  readonly module: string;
  readonly kind: 'default' | 'namespace' | 'named' | 'effect';
  readonly imported: string;
  readonly local: string;
  /** The part of the declaration that is about this name. */
  readonly node: SyntaxNode;
  readonly statement: SyntaxNode;
}

export function javascriptImports(source: Source): JavascriptImport[] {
  const result: JavascriptImport[] = [];
  const literal = (node: SyntaxNode | undefined): string => (node ? source.textOf(node).slice(1, -1) : '');
  for (const statement of source.root.children) {
    if (statement.type === 'import_statement') {
      const module = literal(fieldOf(statement, 'source'));
      const clause = childOf(statement, 'import_clause');
      if (/^import\s+type\b/.test(source.textOf(statement))) continue;
      if (!clause)
        result.push({ module, kind: 'effect', imported: '', local: '', node: statement, statement });
      for (const part of clause?.children ?? []) {
        if (part.type === 'identifier')
          result.push({
            module,
            kind: 'default',
            imported: 'default',
            local: source.textOf(part),
            node: part,
            statement,
          });
        if (part.type === 'namespace_import') {
          const local = childOf(part, 'identifier');
          if (local)
            result.push({
              module,
              kind: 'namespace',
              imported: '*',
              local: source.textOf(local),
              node: part,
              statement,
            });
        }
        if (part.type === 'named_imports') {
          for (const specifier of part.children) {
            const name = fieldOf(specifier, 'name');
            const alias = fieldOf(specifier, 'alias') ?? name;
            if (name && alias)
              result.push({
                module,
                kind: 'named',
                imported: source.textOf(name),
                local: source.textOf(alias),
                node: specifier,
                statement,
              });
          }
        }
      }
      continue;
    }
    for (const declarator of walkDeclarators(statement)) {
      const value = fieldOf(declarator, 'value');
      const target = fieldOf(declarator, 'name');
      const module = value && requiredModule(source, value);
      if (!module || !target) continue;
      if (target.type === 'identifier')
        result.push({
          module,
          kind: 'default',
          imported: 'default',
          local: source.textOf(target),
          node: target,
          statement,
        });
      for (const part of target.type === 'object_pattern' ? target.children : []) {
        const local = fieldOf(part, 'value') ?? part;
        const imported = fieldOf(part, 'key') ?? part;
        result.push({
          module,
          kind: 'named',
          imported: source.textOf(imported),
          local: source.textOf(local),
          node: part,
          statement,
        });
      }
    }
  }
  return result;
}

function* walkDeclarators(statement: SyntaxNode): Generator<SyntaxNode> {
  if (statement.type !== 'lexical_declaration' && statement.type !== 'variable_declaration') return;
  for (const child of statement.children) if (child.type === 'variable_declarator') yield child;
}

function requiredModule(source: Source, value: SyntaxNode): string | undefined {
  return /^require\(\s*['"`]([^'"`]+)['"`]\s*\)$/.exec(source.textOf(value))?.[1];
}

const sameModule = (a: string, b: string): boolean => a.replace(/^node:/, '') === b.replace(/^node:/, '');

function addedJavascript(
  source: Source,
  project: ProjectFacts,
  module: string,
  name: string,
  what: 'whole' | 'name',
): Edit {
  const { quote, semicolon, eol, nodePrefix } = source.style;
  const builtIn =
    /^(?:node:)?(?:assert|buffer|child_process|crypto|fs|http|https|os|path|querystring|url|util)(?:\/\w+)?$/.test(
      module,
    );
  const bare = module.replace(/^node:/, '');
  const from = `${quote}${builtIn && nodePrefix ? `node:${bare}` : bare}${quote}`;
  const bound = what === 'whole' ? name : `{ ${name} }`;
  const usesImport = usesImports(source, project);
  const whole =
    source.path.endsWith('ts') && what === 'whole' && builtIn && /import\s*\*\s*as/.test(source.text)
      ? `* as ${name}`
      : bound;
  const text = usesImport
    ? `import ${whole} from ${from}${semicolon}`
    : `const ${bound} = require(${from})${semicolon}`;
  const last = javascriptImports(source).at(-1)?.statement;
  if (last) return { at: lineEnd(source, last.end), end: lineEnd(source, last.end), text: eol + text };
  const at = afterPrologue(source);
  return { at, end: at, text: text + eol + (usesImport ? eol : '') };
}

function usesImports(source: Source, project: ProjectFacts): boolean {
  const imports = javascriptImports(source);
  const [first] = imports;
  if (first)
    return (
      first.statement.type === 'import_statement' ||
      imports.some(({ statement }) => statement.type === 'import_statement')
    );
  if (project.isModule !== undefined && !source.path.endsWith('ts'))
    return project.isModule || (source.style.modules === 'import' && /^[ \t]*export\b/m.test(source.text));
  return source.style.modules === 'import';
}

/** Where a constant of a JavaScript file goes: after the imports that nothing but imports stand before. */
export function placeAfterImports(source: Source): number {
  const statements = new Set(javascriptImports(source).map(({ statement }) => statement));
  let last: SyntaxNode | undefined;
  for (const node of source.root.children) {
    const text = source.textOf(node);
    if (statements.has(node) || node.type === 'import_statement' || isDotEnv(node, text)) last = node;
    else if (node.type !== 'hash_bang_line' && !/^['"]use /.test(text)) break;
  }
  return last ? lineEnd(source, last.end) : afterPrologue(source);
}

/** `require('dotenv').config();`, which reads the variables of a file first. */
const isDotEnv = ({ type }: SyntaxNode, text: string): boolean =>
  type === 'expression_statement' && text.length < 300 && /\bdotenv\b/.test(text);

/** After a shebang, licence comment and directives. */
function afterPrologue(source: Source): number {
  const directive = source.root.children.find(
    (node) => node.type === 'expression_statement' && /^['"]use /.test(source.textOf(node)),
  );
  if (directive) {
    const end = lineEnd(source, directive.end);
    return Math.min(end + source.style.eol.length, source.text.length);
  }
  const first = source.root.children.find((node) => node.type !== 'hash_bang_line');
  return first ? source.lineStart(first.at) : 0;
}

export function lineEnd(source: Source, offset: number): number {
  return source.lines.endOf(source.lines.lineOf(offset), source.text);
}

function freeName(source: Source, wish: string): string {
  const named = new RegExp(`\\b${wish}\\b`);
  const declared = source.text.matchAll(/\b(?:const|let|var|function|class|import)\b([^=;\n]*)/g);
  const isTaken = [...declared].some(([, names = '']) => named.test(names));
  return isTaken ? `node${wish.charAt(0).toUpperCase()}${wish.slice(1)}` : wish;
}

/** A class by its simple name, imported if the file does not see it yet. */
export function javaClass(source: Source, qualified: string): Imported {
  const name = qualified.slice(qualified.lastIndexOf('.') + 1);
  const folder = qualified.slice(0, qualified.lastIndexOf('.'));
  const imports = source.root.children.filter(({ type }) => type === 'import_declaration');
  const texts = imports.map((node) =>
    source
      .textOf(node)
      .replace(/^import\s+/, '')
      .replace(/;\s*$/, '')
      .trim(),
  );
  if (folder === 'java.lang' || texts.includes(qualified)) return { name, edits: [] };
  const clash =
    texts.some((text) => !text.startsWith('static ') && text.endsWith(`.${name}`)) ||
    declaresClass(source, name) ||
    isAnnotation(source, name);
  if (clash) return { name: qualified, edits: [] };
  if (texts.includes(`${folder}.*`)) return { name, edits: [] };
  const { eol } = source.style;
  const text = `import ${qualified};`;
  const next = imports.find((_, i) => !texts[i]?.startsWith('static ') && (texts[i] ?? '') > qualified);
  if (next) return { name, edits: [{ at: next.at, end: next.at, text: text + eol }] };
  const last = imports.filter((_, i) => !texts[i]?.startsWith('static ')).at(-1);
  if (last) return { name, edits: [{ at: last.end, end: last.end, text: eol + text }] };
  const declared = source.root.children.find(({ type }) => type === 'package_declaration');
  if (declared) return { name, edits: [{ at: declared.end, end: declared.end, text: eol + eol + text }] };
  const at = source.root.children[0]?.at ?? 0;
  return { name, edits: [{ at, end: at, text: text + eol + eol }] };
}

function declaresClass(source: Source, name: string): boolean {
  for (const node of walk(source.root)) {
    if (!/^(?:class|interface|enum|record)_declaration$/.test(node.type)) continue;
    const named = fieldOf(node, 'name');
    if (named && source.textOf(named) === name) return true;
  }
  return false;
}

/** Whether the file annotates with something of the name, which comes from a package imported as a whole, or its own. */
function isAnnotation(source: Source, name: string): boolean {
  for (const node of walk(source.root)) {
    if (!/^(?:marker_)?annotation$/.test(node.type)) continue;
    const named = fieldOf(node, 'name');
    if (named && source.textOf(named) === name) return true;
  }
  return false;
}
